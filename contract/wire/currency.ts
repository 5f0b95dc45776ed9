type Known = { name: string; cardMinimumCents: number }

/**
 * The currencies that a shop can sell in, by ISO 4217 code. All have two decimals
 * (docs/decisions/currency.md). `cardMinimumCents` is the smallest charge that Stripe accepts, from
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
 */
export const currencies = {
  AUD: { name: 'Australian dollar', cardMinimumCents: 50 },
  CAD: { name: 'Canadian dollar', cardMinimumCents: 50 },
  CHF: { name: 'Swiss franc', cardMinimumCents: 50 },
  CZK: { name: 'Czech koruna', cardMinimumCents: 1500 },
  DKK: { name: 'Danish krone', cardMinimumCents: 250 },
  EUR: { name: 'Euro', cardMinimumCents: 50 },
  GBP: { name: 'Pound sterling', cardMinimumCents: 30 },
  NOK: { name: 'Norwegian krone', cardMinimumCents: 300 },
  NZD: { name: 'New Zealand dollar', cardMinimumCents: 50 },
  PLN: { name: 'Polish złoty', cardMinimumCents: 200 },
  RON: { name: 'Romanian leu', cardMinimumCents: 200 },
  SEK: { name: 'Swedish krona', cardMinimumCents: 300 },
  SGD: { name: 'Singapore dollar', cardMinimumCents: 50 },
  USD: { name: 'US dollar', cardMinimumCents: 50 },
} satisfies Record<string, Known>

export type Currency = keyof typeof currencies

const formatsOf = (currency: Currency) => {
  const formatOf = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, ...options })
  const exact = formatOf({})
  const sign = exact
    .formatToParts(0)
    .filter(({ type }) => type === 'currency' || type === 'literal')
    .map(({ value }) => value)
    .join('')
  return { currency, exact, brief: formatOf({ trailingZeroDisplay: 'stripIfInteger' }), sign }
}

// A process or page serves exactly one shop. The currency is set once and does not change after the
// shop's first order, so functions that format amounts do not need it as a parameter.
let current = formatsOf('USD')

/** Called with the settings on the server, and with the public configuration in a page. */
export function setCurrency(currency: Currency) {
  if (currency !== current.currency) current = formatsOf(currency)
}

export const shopCurrency = (): Currency => current.currency

/** The prefix of an amount: `$`, `€`, `CA$`, or a code and a space. */
export const currencySign = () => current.sign

const written = (format: Intl.NumberFormat, cents: number) =>
  format.format(cents / 100).replace('-', '−')

/** `$1,234.50`, in the format of American English on the server and in every browser. */
export const formatMoney = (cents: number) => written(current.exact, cents)

/** `$50`, or `$19.99` if there are cents. Used for limits in sentences. */
export const formatBriefMoney = (cents: number) => written(current.brief, cents)
