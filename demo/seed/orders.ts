import { type PlanRule, planOf } from '#contract/wire/terms.ts'
import type { Months } from '#contract/wire/wire.ts'
import { plansOf } from '#server/catalogue/products/plans.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { demoDiscounts } from '../discounts.ts'
import { daysAgo } from './days.ts'

export interface PastOrder {
  userId: number
  slug: string
  months: Months
  type: 'card' | 'crypto'
  daysAgo: number
  code?: string
  /** If omitted, the order was paid. */
  status?: 'expired' | 'failed'
  /** How much more than the total was sent. */
  overpaidCents?: number
}

/** Creates an order whose payment has reached a final state. */
export async function placePastOrder(tx: Tx, past: PastOrder, now: Date) {
  const at = daysAgo(now, past.daysAgo)
  const status = past.status ?? 'finished'
  const product = await tx
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'plans', 'ends_in_99'])
    .where('slug', '=', past.slug)
    .executeTakeFirstOrThrow()
  const plans = product.plans as PlanRule[] | null
  const sold = plansOf({ ...product, plans, sale_percent: null })
  const list = sold.find(({ plan }) => plan === planOf(past.months))!.listCents
  const discount = demoDiscounts.find(({ code }) => code === past.code)
  const off = !discount
    ? 0
    : Math.min(
        list,
        discount.type === 'fixed' ? discount.amount : Math.round((list * discount.amount) / 100),
      )
  const order = await tx
    .insertInto('orders')
    .values({
      user_id: past.userId,
      type: past.type,
      payment_status: status,
      total_cents: list - off,
      created_at: at,
      updated_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
      paid_at: status === 'finished' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await tx
    .insertInto('order_items')
    .values({
      order_id: order.id,
      product_id: product.id,
      product_name: product.name,
      months: past.months,
      list_cents: list,
      discount_code: past.code ?? null,
      discount_cents: off,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (past.code) await takeCode(tx, item.id, past.code, at)
  await recordPayment(tx, order.id, { ...past, status }, list - off, at)
  const placed = { orderId: order.id, itemId: item.id, productId: product.id }
  return { ...placed, at, months: past.months, cents: list - off }
}

/** A past order with delivered time. */
export type Placed = Awaited<ReturnType<typeof placePastOrder>> & { subscriptionId: number }

async function takeCode(tx: Tx, itemId: number, code: string, at: Date) {
  const { id } = await tx
    .selectFrom('discounts')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('discount_uses')
    .values({ order_item_id: itemId, discount_id: id, taken_at: at })
    .execute()
}

/** The payout address for the demo's litecoin. */
export const litecoinAddress = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'

/** The approximate price of one litecoin in dollars. */
const litecoin = 84

async function recordPayment(
  tx: Tx,
  orderId: string,
  { type, status, overpaidCents = 0 }: Omit<PastOrder, 'status'> & { status: string },
  amount: number,
  at: Date,
) {
  const common = {
    order_id: orderId,
    status,
    amount_cents: amount,
    created_at: at,
    checked_at: at,
    expires_at: new Date(at.getTime() + 3_600_000),
  }
  if (type === 'card') {
    const provider_id = `cs_test_demo${orderId.replaceAll('-', '')}`
    await tx
      .insertInto('payments')
      .values({ ...common, provider: 'stripe', provider_id })
      .execute()
    return
  }
  const coinsOf = (cents: number) => Number((cents / 100 / litecoin).toFixed(6))
  await tx
    .insertInto('payments')
    .values({
      ...common,
      provider: 'nowpayments',
      provider_id: `demo-${orderId}`,
      pay_address: 'ltc1q0demo0demo0demo0demo0demo0demo0demo0dem',
      pay_network: 'ltc',
      pay_currency: 'ltc',
      pay_amount: coinsOf(amount),
      actually_paid: status === 'finished' ? coinsOf(amount + overpaidCents) : 0,
      worth_cents: status === 'finished' ? amount + overpaidCents : 0,
    })
    .execute()
}
