/**
 * Cents of a day, the same in each plan, so that the value of time follows from its length. The prices
 * of the shop are these times a factor that changes.
 */
export type Product = {
  id: number
  dayCents: number
  sale: Sale | null
  /** Each factor and the moment from which it holds, oldest first. */
  factors: { from: number; factor: number }[]
}

/** A discount between two moments. */
export type Sale = { percent: number; from: number; to: number }

export type Code = {
  text: string
  product: number
  /** Either a percentage or an amount. */
  percent: number
  cents: number
  /** The smallest order before codes. */
  minCents: number
  maxUses: number
  maxPerCustomer: number
  /** How many renewals it also discounts. */
  renewals: number
  /** How many uses staff returned to each account. */
  returned: Map<number, number>
}

/** The products of the shop. */
export type Offer = { products: [Product, Product] }

/** Days of each plan on sale. A lifetime costs as much as this many days. */
export const planDays = { '1w': 7, '1m': 30, '12m': 365, '1d': 1, lifetime: 1000 } as const
export type PlanName = keyof typeof planDays
export const planNames = Object.keys(planDays) as PlanName[]

/** The factor by which the prices of a product differ from the first ones at a moment. */
export function factorAt({ factors }: Product, at: number): number {
  return factors.findLast(({ from }) => from <= at)!.factor
}

/** `product` is the index of a product in the offer. */
type CodeKind = Omit<Code, 'text' | 'returned'> & { name: string; firstOrder?: boolean }

const plain = { percent: 0, cents: 0, minCents: 0, maxPerCustomer: 1, renewals: 0 }

/** Each group has its own codes of these kinds. */
export const codeKinds: CodeKind[] = [
  { ...plain, name: 'ONCE', product: 0, percent: 90, maxUses: 1 },
  { ...plain, name: 'FIRST', product: 1, percent: 50, maxUses: 2, firstOrder: true },
  { ...plain, name: 'HOLDS', product: 0, percent: 50, maxUses: 2, renewals: 1 },
  { ...plain, name: 'FIXED', product: 0, cents: 1000, minCents: 2000, maxUses: 3, renewals: 1 },
  { ...plain, name: 'FREE', product: 1, percent: 100, maxUses: 1 },
]
