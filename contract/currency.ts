const current = 'USD'

const formatOf = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: current, ...options })

const exact = formatOf({})
const brief = formatOf({ trailingZeroDisplay: 'stripIfInteger' })

const written = (format: Intl.NumberFormat, cents: number) =>
  format.format(cents / 100).replace('-', '−')

/** `$1,234.50`, as readers of American English have it, on the server and in every browser. */
export const formatMoney = (cents: number) => written(exact, cents)

/** `$50`, and `$19.99` where there are cents: for limits in sentences. */
export const formatBriefMoney = (cents: number) => written(brief, cents)

/** What stands before a number: `$`. */
export const currencySign = () =>
  exact
    .formatToParts(0)
    .filter(
      (part) => part.type !== 'integer' && part.type !== 'decimal' && part.type !== 'fraction',
    )
    .map((part) => part.value)
    .join('')

/** What the shop sells in, by its code of ISO 4217. */
export const shopCurrency = () => current
