/** Days are relative to the day of seeding. Negative values are in the past. */
export interface DemoDiscount {
  code: string
  product: string
  type: 'fixed' | 'percent'
  /** In cents for a fixed amount, otherwise in whole percent. */
  amount: number
  startsInDays: number
  endsInDays: number
  /** 0 means unlimited. */
  maxUses: number
  usedCount?: number
}

export const demoDiscounts: DemoDiscount[] = [
  offer('WELCOME10', 'cs2', 'percent', 10, { maxUses: 0 }),
  offer('CLUTCH5', 'cs2', 'fixed', 500, { maxUses: 200, usedCount: 41 }),
  offer('OPENWATER', 'broadside', 'percent', 25, { maxUses: 100, usedCount: 12 }),
  offer('REDLINE', 'nine-thousand', 'fixed', 300, { maxUses: 0 }),
  offer('KNUCKLEUP', 'second-knuckle', 'percent', 20, { maxUses: 0 }),
  offer('APHELION', 'perihelion', 'percent', 30, { maxUses: 50, usedCount: 47 }),
  offer('HEAVYMETAL', 'tonnage', 'fixed', 2000, { maxUses: 25, usedCount: 3 }),
  // Free: an order of only this one month costs nothing and skips the provider.
  offer('ONTHEHOUSE', 'debt-to-the-lantern', 'percent', 100, { maxUses: 0 }),
  offer('TESTPILOT', 'project-kestrel', 'percent', 50, { maxUses: 40, usedCount: 9 }),
  // Rejected, each for a different reason.
  offer('SUMMERHEAT', 'overclocked-saints', 'percent', 20, { startsInDays: -90, endsInDays: -30 }),
  offer('FIRSTTEN', 'breachline', 'fixed', 1000, { maxUses: 10, usedCount: 10 }),
  offer('FIRSTSNOW', 'long-thaw', 'percent', 15, { startsInDays: 21, endsInDays: 51 }),
]

function offer(
  code: string,
  product: string,
  type: DemoDiscount['type'],
  amount: number,
  rest: Partial<DemoDiscount>,
): DemoDiscount {
  return { code, product, type, amount, startsInDays: -7, endsInDays: 60, maxUses: 0, ...rest }
}
