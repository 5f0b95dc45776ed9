/** What is typed of an amount, its cents after a point or, as in much of Europe, a comma; NaN when it is none. */
export function readAmount(text: string): number {
  const typed = text.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
}

/** The same in cents. */
export const readCents = (text: string) => Math.round(readAmount(text) * 100)
