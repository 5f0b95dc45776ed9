import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentStatus, paymentStatuses } from '#contract/selling/orders.ts'
import { monthsToSeconds } from '#server/access/subscriptions/time.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { friendsOf } from '#server/selling/referrals/friends.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { placeOrder } from './place.ts'
import { settleOrder } from './settle.ts'
import { advance, type OrderEvent } from './status.ts'

declareDomains()

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let product: number
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 20)
  product = await addProduct(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const month = monthsToSeconds(1)
/** Time used while a test runs stays used. */
const toTheHour = (seconds: number) => Math.round(seconds / 3600) * 3600
const decisions = ['dispute_won', 'dispute_lost', 'window_over'] as const
const event = fc.constantFrom<OrderEvent>(...paymentStatuses, ...decisions)
let codes = 0

async function place() {
  codes += 1
  const code = `CODE${codes}`
  const referrer = await signInAs(db)
  const { user } = await signInAs(db)
  await db
    .updateTable('users')
    .set({ referred_by: referrer.user.id })
    .where('id', '=', user.id)
    .execute()
  await db
    .insertInto('discounts')
    .values({ code, product_id: product, type: 1, amount: 10, max_uses: 1 })
    .execute()
  const order = await placeOrder(db, {
    userId: user.id,
    type: 'card',
    items: [{ id: product, plan: '1m', discount: code }],
    admit: () => {},
  })
  return { id: order.id, userId: user.id, referrerId: referrer.user.id, code }
}

/** Returns the state of an order: its status, granted time, code use and counted referral. */
async function stateOf({ id, userId, referrerId, code }: Awaited<ReturnType<typeof place>>) {
  const { rows } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('orders').select('payment_status').where('id', '=', id).as('status'),
      eb
        .selectFrom('subscriptions')
        .select(({ fn }) => fn.sum<number>('term_length').as('sum'))
        .where('user_id', '=', userId)
        .as('seconds'),
      eb.selectFrom('discounts').select('used_count').where('code', '=', code).as('used'),
      eb
        .selectFrom(friendsOf(referrerId))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('problem', 'is', null)
        .as('counted'),
    ])
    .execute()
    .then((found) => ({ rows: found }))
  const [{ status, seconds, used, counted }] = rows as [(typeof rows)[0]]
  return { status, seconds: toTheHour(seconds ?? 0), used, counted }
}

type State = { status: PaymentStatus; seconds: number; used: number; counted: number }
const placed: State = { status: 'waiting', seconds: 0, used: 1, counted: 0 }

/** A reference model: the effect of each event, whatever came before. */
function step(state: State, heard: OrderEvent): State {
  const status = advance(state.status, heard)
  const moved = status !== state.status
  const { seconds, used } = state
  if (moved && status === 'finished') return { status, seconds: month, used: 1, counted: 1 }
  const undone = moved && status === 'refunded'
  if (undone || (status === 'disputed' && heard === 'dispute_lost'))
    return { status, seconds: 0, used: 0, counted: 0 }
  // The default settings freeze the time until the bank decides.
  if (moved && status === 'disputed') return { status, seconds: 0, used, counted: 0 }
  if (moved && (status === 'expired' || status === 'failed')) return { ...state, status, used: 0 }
  return { status, seconds, used, counted: status === 'finished' ? state.counted : 0 }
}

test('an order ends in the state that its events mean, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (heard) => {
      const order = await place()
      let expected = placed
      for (const each of heard) {
        expect(await settleOrder(db, order.id, each)).toBe(advance(expected.status, each))
        expected = step(expected, each)
        expect(await stateOf(order)).toEqual(expected)
      }
    }),
    { numRuns: 30 },
  )
})

test('concurrent repeated events grant the paid items once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 8 }), async (heard) => {
      const order = await place()
      await Promise.all([...heard, ...heard].map((each) => settleOrder(db, order.id, each)))
      const { status, seconds, used, counted } = await stateOf(order)
      expect([0, month]).toContain(seconds)
      if (status === 'finished') expect([seconds, used, counted]).toEqual([month, 1, 1])
      else expect(counted).toBe(0)
      if (status === 'refunded') expect([seconds, used]).toEqual([0, 0])
      if (status !== 'disputed' && status !== 'finished') expect(seconds).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('a lost dispute is reported once, also after its events are deleted, and again after a win', async () => {
  const { id, userId } = await place()
  const settle = async (...heard: OrderEvent[]) => {
    for (const each of heard) await settleOrder(db, id, each)
  }
  const lost = async () => {
    const rows = await db
      .selectFrom('events')
      .select('id')
      .where('user_id', '=', userId)
      .where('type', '=', 'dispute.lost')
      .execute()
    return rows.length
  }
  await settle('finished', 'disputed', 'dispute_lost')
  expect(await lost()).toBe(1)
  await db.deleteFrom('events').where('user_id', '=', userId).execute()
  await settle('dispute_lost', 'dispute_lost')
  expect(await lost()).toBe(0)
  await settle('dispute_won', 'dispute_lost', 'dispute_lost')
  expect(await lost()).toBe(1)
})

test('revoking partly used time ends at zero, not below', async () => {
  const order = await place()
  await settleOrder(db, order.id, 'finished')
  const run = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', order.userId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({ subscription_id: run.id, seconds: -month + 60, cause: 'revocation' })
    .execute()
  await settleOrder(db, order.id, 'refunded')
  expect((await stateOf(order)).seconds).toBe(0)
})
