import { currencies } from '#contract/currency.ts'

/** By their codes, `EUR · Euro`. */
export const currencyOptions = Object.entries(currencies).map(([value, { name }]) => ({
  value,
  label: `${value} · ${name}`,
}))
