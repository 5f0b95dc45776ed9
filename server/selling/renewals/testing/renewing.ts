import { renewals } from '#contract/selling/renewals.ts'
import type { Counter, Customer } from '#server/selling/payments/testing/counter.ts'
import { announceCharges, remindOfFailures, tellOfExpiry } from '../announce.ts'
import { chargeDueRenewals } from '../charge.ts'
import { lendGrace } from '../grace.ts'
import { passTime } from './pass-time.ts'

/** Customers whose time is renewed by card. Days can pass for one of them alone. */
export function renewing(counter: Counter) {
  const { db, call } = counter

  const get = async (id: number) =>
    db.selectFrom('renewals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  async function buy(
    customer: Customer,
    item: Parameters<Counter['buyByCard']>[1][number],
    card?: string,
  ) {
    const { body } = await counter.buyByCard(customer.cookie, [item])
    await counter.session(body.session_id, 'confirm', { ...(card && { card }) })
    await counter.work()
    return body
  }

  return {
    get,
    buy,

    /** Buys a month of a new product with renewal. */
    async subscribe({ term_length = 1 as 1 | 3, card = undefined as string | undefined } = {}) {
      const customer = await counter.customer()
      const product = await counter.addProduct()
      const { order_id: order, session_id: session } = await buy(
        customer,
        { id: product, term_length, renew: true },
        card,
      )
      const renewal = await db
        .selectFrom('renewals')
        .select(['id', 'card_id'])
        .where('order_id', '=', order)
        .executeTakeFirstOrThrow()
      return { ...customer, product, order, session, id: renewal.id, card: renewal.card_id! }
    },

    pass: (userId: number, days: number) => passTime(db, userId, days),

    /** Runs the jobs that are due at this moment, and handles the webhooks that they caused. */
    async run() {
      await lendGrace(db)
      await chargeDueRenewals(db, counter.shop.card)
      await tellOfExpiry(db, counter.shop.config)
      await announceCharges(db, counter.shop.config)
      await remindOfFailures(db, counter.shop.config)
      await counter.control('/switches?wait=true')
      await counter.work()
    },

    /** Sets how a saved card behaves from now on. */
    behave: (card: string, does: string) =>
      counter.control(`/stripe/cards/${card}/behave?wait=true`, { does }),

    act: (
      action: 'stop' | 'resume' | 'pay',
      { id, cookie }: { id: number; cookie: string },
      body: object = {},
    ) =>
      call(renewals[action], { params: { id }, body } as never, { cookie }) as Promise<{
        status: number
        body: { state: string }
        code: string
        detail: string
      }>,

    changeCard: ({ id, cookie }: { id: number; cookie: string }, card_id: string) =>
      call(renewals.changeCard, { params: { id }, body: { card_id } }, { cookie }),

    confirm: ({ id, cookie }: { id: number; cookie: string }) =>
      call(renewals.confirm, { params: { id } }, { cookie }),
  }
}
