import * as z from 'zod'
import { isCountry } from '#contract/wire/countries.ts'
import { standardTaxRates } from './standard-tax-rates.ts'

/** Maximum number of rates that staff can set. */
export const mostTaxRates = 300

const form = 'Each line needs a country, a date and a rate in percent, such as DE 2027-01-01 20'

type Rate = { country: string; from: string; percent: number }

/** Parses a rate such as `DE 2027-01-01 20`. Returns null if it is invalid. */
function parseRate(text: string): Rate | null {
  const [, country, from, percent] =
    /^([A-Z]{2}) (\d{4}-\d{2}-\d{2}) (\d{1,2}(?:\.\d{1,2})?)$/.exec(text) ?? []
  if (!country || !from || !percent || !isCountry(country)) return null
  return z.iso.date().safeParse(from).success ? { country, from, percent: Number(percent) } : null
}

const dayOf = (text: string) => text.slice(0, 13)

/** The rates that staff set, which override the built-in ones. */
export const taxRates = z
  .array(z.string().max(24, form))
  .max(mostTaxRates, `At most ${mostTaxRates} rates`)
  .superRefine((rates, { addIssue }) => {
    const wrong = rates.find((rate) => !parseRate(rate))
    if (wrong !== undefined) addIssue({ code: 'custom', message: `${form}. Check “${wrong}”` })
    const twice = rates.find((rate, at) =>
      rates.slice(0, at).some((other) => dayOf(other) === dayOf(rate)),
    )
    if (twice !== undefined)
      addIssue({ code: 'custom', message: `${dayOf(twice)} has two rates. Please keep one` })
  })
  .overwrite((rates) => rates.toSorted())
  .meta({
    description:
      'Rates in percent from a date on, replacing the built-in standard rates: `DE 2027-01-01 20`. 0: no tax',
    example: ['DE 2027-01-01 20'],
  })

/**
 * The tax rate of a country on a day (`2027-01-01`) in percent, or null if there is none. The
 * latest rate in effect applies, and the shop's own rates come first: a standard rate from a later
 * version does not override a decision of staff.
 */
export function rateAt(country: string | null, day: string, own: readonly string[]): number | null {
  const latest = (rates: readonly string[]) => {
    const begun = rates.filter((rate) => rate.slice(0, 2) === country && rate.slice(3, 13) <= day)
    return begun.toSorted().at(-1)
  }
  const text = latest(own) ?? latest(standardTaxRates)
  return text ? (parseRate(text)?.percent ?? null) : null
}

/**
 * The tax included in an amount, in cents; `rate` in percent. Refunds are calculated with the same
 * precision.
 */
export function taxIn(cents: number, rate: number): number {
  const hundredths = Math.round(rate * 100)
  return Math.sign(cents) * Math.round((Math.abs(cents) * hundredths) / (10_000 + hundredths))
}
