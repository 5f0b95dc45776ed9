import type * as z from 'zod'
import { currencySign } from '#contract/wire/currency.ts'
import { mostMoney, tooManyDecimals } from '#contract/wire/wire.ts'

/** Removes the shop's currency symbol before or after the amount. */
function bare(text: string): string {
  const [sign, typed] = [currencySign().trim(), text.trim()]
  if (typed.startsWith(sign)) return typed.slice(sign.length).trim()
  return typed.endsWith(sign) ? typed.slice(0, -sign.length).trim() : typed
}

/**
 * Parses a typed amount. The decimal separator is a point or, as in much of Europe, a comma. The
 * shop's currency symbol is allowed. NaN if the text is not an amount.
 */
export function readAmount(text: string): number {
  const typed = bare(text).replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
}

/** The same in cents. */
export const readCents = (text: string) => Math.round(readAmount(text) * 100)

/** Parses a whole percentage, with or without the percent sign. NaN if the text is not one. */
export const readPercent = (text: string) =>
  Number(/^(\d{1,3})\s*%?$/.exec(text.trim())?.[1] ?? Number.NaN)

/** Returns the error of a typed amount: of the text itself, then of the schema for the field. */
export function problemOfAmount(text: string, rule?: z.ZodType): string | undefined {
  const amount = readAmount(text)
  if (Number.isNaN(amount)) return whyNone(bare(text))
  const problemOf = (value: number) => rule?.safeParse(value).error?.issues[0]?.message
  // Above the limit of all amounts, report that limit and not the narrower one of the field.
  return problemOf(Math.min(amount, mostMoney)) ?? problemOf(amount)
}

function whyNone(typed: string): string {
  if (/^[-−]\D*\d[\d.,\s]*$/.test(typed)) return 'The amount cannot be negative'
  // Ambiguous: some readers see twelve hundred, others one and a fifth.
  const [, whole, rest] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(typed) ?? []
  if (whole && rest) {
    return `“${typed}” is ambiguous: enter ${whole}${rest} or ${whole}.${rest.slice(0, 2)}`
  }
  if (/^[1-9]\d{0,2}([.,\s’']\d{3})+([.,]\d+)?$/.test(typed)) {
    return 'Enter the amount without thousands separators, for example 1200.50'
  }
  if (/^\d+[.,]\d{3,}$/.test(typed)) return tooManyDecimals
  return 'Enter an amount, for example 12.50'
}
