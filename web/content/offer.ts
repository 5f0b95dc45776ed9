/** The offer of the landing and the promotion page. Prices in US dollars for the whole duration. */

export type Plan = {
  duration: string
  /** What follows the price: `/ 3 months`. */
  period: string
  months: number
  price: number
  originalPrice: number
  /** Percent that the price is below the original one. */
  discount: number
  popular: boolean
}

export const plans: readonly Plan[] = [
  {
    duration: '1 Month',
    period: 'month',
    months: 1,
    price: 19.99,
    originalPrice: 19.99,
    discount: 0,
    popular: false,
  },
  {
    duration: '3 Months',
    period: '3 months',
    months: 3,
    price: 53.99,
    originalPrice: 59.97,
    discount: 10,
    popular: false,
  },
  {
    duration: '6 Months',
    period: '6 months',
    months: 6,
    price: 101.99,
    originalPrice: 119.94,
    discount: 15,
    popular: true,
  },
  {
    duration: '12 Months',
    period: '12 months',
    months: 12,
    price: 179.99,
    originalPrice: 239.88,
    discount: 25,
    popular: false,
  },
]
