import { isChargedLater } from '#contract/selling/quote.ts'
import { termOf } from '#server/catalogue/products/plans.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { quoteTax } from '#server/platform/taxes/country.ts'
import {
  type PricedItem,
  priceItems,
  type WantedItem,
} from '#server/selling/orders/priced-items.ts'
import { renewalCents, totalOf } from '#server/selling/orders/pricing.ts'

/** Items that cannot be bought carry their problem and do not count in the total. */
export async function quoteItems(
  db: Database,
  wanted: readonly WantedItem[],
  userId: number | null,
) {
  const items = await priceItems(db, wanted, userId)
  const bought = items.filter(({ problem }) => !problem)
  const total = totalOf(bought)
  return {
    items: items.map((item) => ({
      id: item.productId,
      name: item.name,
      ...termOf(item.plan),
      plans: item.plans.map(({ plan, cents }) => ({ ...termOf(plan), price: cents })),
      list_price: item.listCents,
      sale: item.saleCents,
      discount: item.discount && {
        code: item.discount.code,
        amount: item.discountCents - item.saleCents,
      },
      price: item.priceCents,
      problem: item.problem?.message ?? null,
      discount_problem: item.discountProblem?.message ?? null,
      discount_problem_code: item.discountProblem?.code ?? null,
      renewal: total > 0 && !item.problem ? renewalOf(item) : null,
    })),
    total,
    tax: items.every(({ taxed }) => !taxed) ? null : await quoteTax(db, userId, total),
  }
}

export function agreedRenewals(items: readonly PricedItem[]) {
  return items.flatMap((item) => {
    const renewal = renewalOf(item)
    if (!renewal || !isChargedLater(renewal)) return []
    const { price, discount, goes_on, running } = renewal
    return [{ id: item.productId, price, discount, goes_on, running }]
  })
}

function renewalOf({ chargeAt, renew, running, plan, listCents, discount }: PricedItem) {
  if (!chargeAt) return null
  const repeats = discount !== null && discount.renewals > 0
  const other = running && (running.plan !== plan || running.listCents !== listCents || repeats)
  const goesOn = running !== null && !running.stopped && !other
  return {
    price: goesOn ? running.cents : listCents,
    discount: repeats
      ? { price: renewalCents(listCents, discount), charges: discount.renewals }
      : null,
    charge_at: chargeAt,
    on: renew,
    goes_on: goesOn,
    running: other
      ? { ...termOf(running.plan), price: running.cents, stopped: running.stopped }
      : null,
  }
}
