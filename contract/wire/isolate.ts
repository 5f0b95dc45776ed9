const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Keeps a value with right-to-left letters from reordering the text around it: wraps each of its
 * lines in U+2068 and U+2069. Other values stay as they are.
 */
export function isolate(value: string): string {
  if (!rightToLeft.test(value)) return value
  return value
    .split('\n')
    .map((line) => (rightToLeft.test(line) ? `\u2068${line}\u2069` : line))
    .join('\n')
}

/** A tag for templates: inserts names and other values that people typed, isolated. */
export const isolated = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(isolate))
