type Known = { name: string; cardMinimumCents: number }

/**
 * What a shop can sell in, by its code of ISO 4217: all of two decimals (docs/decisions/currency.md).
 * `cardMinimumCents` is the smallest charge that Stripe takes, by
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

// One process is one shop, and so is a page: what it sells in is set once and does not change after its
// first order, so that whatever writes an amount need not be handed it.
let current = formatsOf('USD')

/** Told by the settings in the server, and by the configuration in a page. */
export function setCurrency(currency: Currency) {
  if (currency !== current.currency) current = formatsOf(currency)
}

/** What the shop sells in. */
export const shopCurrency = (): Currency => current.currency

/** What stands before a number: `$`, `€`, `CA$`, or a code and a space. */
export const currencySign = () => current.sign

const written = (format: Intl.NumberFormat, cents: number) =>
  format.format(cents / 100).replace('-', '−')

/** `$1,234.50`, as readers of American English have it, on the server and in every browser. */
export const formatMoney = (cents: number) => written(current.exact, cents)

/** `$50`, and `$19.99` where there are cents: for limits in sentences. */
export const formatBriefMoney = (cents: number) => written(current.brief, cents)
