const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Keeps a value with right-to-left letters from reordering the text around it: wraps it in U+2068
 * and U+2069. Other values stay as they are.
 */
export function isolate(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}

/** Escaped HTML in which isolated values are `bdi` elements, which more mail programs support. */
export function isolatesToHtml(escaped: string): string {
  return escaped.replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>')
}

/** Gives each block of typed text the direction of its first letter. */
export function withDirections(html: string): string {
  return html.replace(/<(p|li|blockquote|h[1-6])(?=[\s>])(?![^>]*\sdir=)/g, '<$1 dir="auto"')
}
