import type { ComponentProps } from 'react'
import { type Currency, currencies } from '#contract/wire/currency.ts'
import { Select } from '../../ui/select.tsx'

/** Labelled with the code first, `EUR · Euro`. */
const nameOf = (code: Currency) => `${code} · ${currencies[code].name}`
const options = (Object.keys(currencies) as Currency[]).map((value) => ({
  value,
  label: nameOf(value),
}))

type CurrencyFieldProps = Omit<ComponentProps<typeof Select>, 'options'> & {
  /** The shop's currency. Once orders exist, it cannot be changed. */
  fixed: Currency | null
}

export function CurrencyField({ fixed, ...select }: CurrencyFieldProps) {
  if (!fixed) return <Select {...select} className="max-w-sm" options={options} />
  return (
    <dl>
      <dt className="label mb-1.5">{select.label}</dt>
      <dd>
        {nameOf(fixed)}
        <p className="mt-1.5 max-w-[60ch] text-faint text-sm">
          The currency cannot be changed after the first order, because payments, refunds and
          documents use it.
        </p>
      </dd>
    </dl>
  )
}
