import type { ComponentProps } from 'react'
import { standardTaxRates, standardTaxRatesOf } from '#contract/platform/standard-tax-rates.ts'
import { rateAt } from '#contract/platform/tax-rates.ts'
import { countryName } from '#contract/wire/countries.ts'
import { isoDay } from '#contract/wire/time-zone.ts'
import { shopNow } from '../../clock.ts'
import { useConfig } from '../../config.ts'
import { formatDay } from '../../format.ts'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { TextArea } from '../../ui/text-field.tsx'

type TaxRatesProps = ComponentProps<typeof TextArea> & {
  /** The typed rates. */
  own: readonly string[]
}

/** The rates that a shop sets in place of the standard ones, and the rates that apply today. */
export function TaxRates({ own, ...area }: TaxRatesProps) {
  const today = isoDay(new Date(shopNow()), useConfig().timeZone)
  const codes = new Set([...standardTaxRates, ...own].map((rate) => rate.slice(0, 2)))
  const begun = own.filter((rate) => rate.slice(3, 13) <= today).map((rate) => rate.slice(0, 2))
  const rates = [...codes]
    .map((code) => ({
      code,
      name: nameOf(code),
      rate: rateAt(code, today, own),
      yours: begun.includes(code),
    }))
    .filter(({ rate }) => rate !== null)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <>
      <p className="max-w-[60ch] text-soft">
        Customers choose their country at the checkout. Prices stay as they are and include its tax,
        which documents show. A country without a rate is charged no tax.
      </p>
      <TextArea {...area} rows={4} spellCheck={false} maxLength={8000} />
      <details className="min-w-0">
        <DisclosureSummary className="w-fit text-soft hover:text-ink">
          Rates in effect today
        </DisclosureSummary>
        <p className="mt-3 max-w-[60ch] text-soft text-sm">
          Standard rates of the EU, the United Kingdom, Norway and Switzerland as of{' '}
          {formatDay(standardTaxRatesOf)}. Confirm them with your accountant.
        </p>
        <dl className="mt-3 grid gap-x-8 text-sm sm:grid-cols-2">
          {rates.map(({ code, name, rate, yours }) => (
            <div
              key={code}
              className="flex justify-between gap-4 border-line border-b py-1.5 tabular-nums"
            >
              <dt>
                {name} <span className="text-faint">{code}</span>
                {yours && <span className="text-faint"> · custom</span>}
              </dt>
              <dd>{rate} %</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

/** The typed code may not be a country yet. */
const nameOf = (code: string) => (/^[A-Z]{2}$/.test(code) ? countryName(code) : code)
