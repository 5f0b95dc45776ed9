import { subscriptions } from '#contract/access/subscriptions.ts'
import { creditDesk, day } from '#server/outages/credits/testing/credit-desk.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { grantTime } from '../ledger.ts'
import { allowPauses } from './pause.ts'

type Who = { cookie: string }

/** Customers who pause and resume their time, in a shop that allows pauses. */
export async function pausing(counter: Counter, admin: Who) {
  const { db, call } = counter
  await allowPauses(db)
  const desk = creditDesk(counter, admin)
  const mine = async (who: Who, product: number) =>
    (await call(subscriptions.list, {}, who)).body.find(({ game_id }) => game_id === product)!

  return {
    desk,
    mine,
    pause: (who: Who, product: number, days = 10) =>
      call(subscriptions.pause, { params: { id: String(product) }, body: { days } }, who),
    resume: (who: Who, product: number) =>
      call(subscriptions.resume, { params: { id: String(product) } }, who),
    /** Returns the expiry date, in milliseconds. */
    end: async (user: number, product: number) => (await desk.endOf(product, user)) * 1000,
    /** Creates a customer with this many days of a product. */
    async given(days = 30) {
      const { user, cookie } = await counter.customer()
      const product = await counter.addProduct()
      const seconds = days * day
      await grantTime(db, { userId: user.id, productId: product, seconds, cause: 'grant' })
      return { user, cookie, product }
    },
    /** In whole seconds, according to the ledger and the pause. */
    async left(who: Who, product: number) {
      const { created_at, term_length, paused } = await mine(who, product)
      const from = paused ? Date.parse(paused.until) : Date.now()
      return Math.round((Date.parse(created_at) - from) / 1000) + term_length
    },
  }
}
