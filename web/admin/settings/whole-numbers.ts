/** Of a text as it was typed; what is no whole number is refused by the form's schema. */
export const wholeOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Those that were changed. */
export function changedNumbers<Name extends string>(
  texts: Partial<Record<Name, string | undefined>>,
) {
  const changed = Object.entries<string | undefined>(texts).filter(([, text]) => text !== undefined)
  return Object.fromEntries(changed.map(([name, text]) => [name, wholeOf(text!)])) as Partial<
    Record<Name, number>
  >
}
