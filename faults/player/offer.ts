/** Cents of a day, the same in each plan, so that the value of time follows from its length. */
export type Product = { id: number; dayCents: number; sale: Sale | null }

/** A discount between two moments. */
export type Sale = { percent: number; from: number; to: number }

export type Code = {
  text: string
  product: number
  percent: number
  maxUses: number
  maxPerCustomer: number
  /** How many renewals it also discounts. */
  renewals: number
}

/** The products of the shop. */
export type Offer = { products: [Product, Product] }

/** Days of each plan on sale. */
export const planDays = { '1w': 7, '1m': 30, '12m': 365 } as const
export type PlanName = keyof typeof planDays
export const planNames: readonly PlanName[] = ['1w', '1m', '12m']

/** `product` is the index of a product in the offer. */
type CodeKind = Omit<Code, 'text'> & { name: string; firstOrder?: boolean }

/** Each group has its own codes of these kinds. */
export const codeKinds: CodeKind[] = [
  { name: 'ONCE', product: 0, percent: 90, maxUses: 1, maxPerCustomer: 1, renewals: 0 },
  {
    ...{ name: 'FIRST', product: 1, percent: 50, maxUses: 2, maxPerCustomer: 1, renewals: 0 },
    firstOrder: true,
  },
  { name: 'HOLDS', product: 0, percent: 50, maxUses: 2, maxPerCustomer: 1, renewals: 1 },
]
