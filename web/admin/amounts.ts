import type * as z from 'zod'
import { currencySign } from '#contract/currency.ts'
import { mostMoney, tooManyDecimals } from '#contract/wire.ts'

/** Without the sign of the shop's currency before or after it. */
function bare(text: string): string {
  const [sign, typed] = [currencySign().trim(), text.trim()]
  if (typed.startsWith(sign)) return typed.slice(sign.length).trim()
  return typed.endsWith(sign) ? typed.slice(0, -sign.length).trim() : typed
}

/**
 * What is typed of an amount, its cents after a point or, as in much of Europe, a comma; NaN when it is
 * none. The sign of the shop's currency may stand beside it.
 */
export function readAmount(text: string): number {
  const typed = bare(text).replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(typed) ? Number(typed) : Number.NaN
}

/** The same in cents. */
export const readCents = (text: string) => Math.round(readAmount(text) * 100)

/** What is typed of a whole percentage, with its sign or without; NaN when it is none. */
export const readPercent = (text: string) =>
  Number(/^(\d{1,3})\s*%?$/.exec(text.trim())?.[1] ?? Number.NaN)

/** What is wrong with what is typed of an amount, by itself and then by the rule that it is sent under. */
export function problemOfAmount(text: string, rule?: z.ZodType): string | undefined {
  const amount = readAmount(text)
  if (Number.isNaN(amount)) return whyNone(bare(text))
  const problemOf = (value: number) => rule?.safeParse(value).error?.issues[0]?.message
  // Beyond the bound of all amounts, the narrower one of the rule is not asked.
  return problemOf(Math.min(amount, mostMoney)) ?? problemOf(amount)
}

function whyNone(typed: string): string {
  if (/^[-−]\D*\d[\d.,\s]*$/.test(typed)) return 'An amount is not below 0'
  // To one reader twelve hundred, to another one and a fifth.
  const [, whole, rest] = /^([1-9]\d{0,2})[.,](\d{3})$/.exec(typed) ?? []
  if (whole && rest) {
    return `“${typed}” can be read in two ways: write ${whole}${rest} or ${whole}.${rest.slice(0, 2)}`
  }
  if (/^[1-9]\d{0,2}([.,\s’']\d{3})+([.,]\d+)?$/.test(typed)) {
    return 'Leave out the separators of thousands, as in 1200.50'
  }
  if (/^\d+[.,]\d{3,}$/.test(typed)) return tooManyDecimals
  return 'Give an amount, as in 12.50'
}
