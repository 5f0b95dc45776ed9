import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RenewalState } from '#contract/access/card-renewal.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { endPauses, pauseTime, resumeTime } from '#server/access/subscriptions/pauses.ts'
import { rests } from '#server/access/subscriptions/still.ts'
import { allowPauses } from '#server/access/subscriptions/testing/pause.ts'
import { standStill } from '#server/access/subscriptions/testing/stand-still.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { cancelPriceChange } from '#server/selling/price-changes/cancel.ts'
import { listPriceChanges } from '#server/selling/price-changes/list.ts'
import { movePrices, previewMove } from '#server/selling/price-changes/move.ts'
import { randomFrom } from '#server/shop/overview/testing/random.ts'
import { chargeDueRenewals } from './charge.ts'
import { lendGrace } from './grace.ts'
import { payRenewal } from './pay.ts'
import { renewalTransitions } from './state.ts'
import { resumeRenewal, stopRenewal } from './stop.ts'
import { fakeCards, type Mood } from './testing/fake-cards.ts'
import { booked, oneRenewal, renew } from './testing/one-renewal.ts'
import { passTime } from './testing/pass-time.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { card, fake, paid } = fakeCards()
shop.shop.card = card
const { user: staff } = await signIn(shop.app, { admin: true })
await allowPauses(db)

// Records every change of a state, also those by triggers and functions of the database.
await sql`
  create table moves as select state as before, state as after from renewals limit 0;
  create function note_move() returns trigger language plpgsql as $$
  begin
    insert into moves values (old.state, new.state);
    return null;
  end $$;
  create trigger note_move after update of state on renewals
    for each row when (old.state <> new.state) execute function note_move()`.execute(db)

type Renewal = Awaited<ReturnType<typeof oneRenewal>>

const moods: Mood[] = [
  ...Array<Mood>(6).fill('succeeds'),
  'insufficient_funds',
  'lost_card',
  'authentication',
  'down',
  'answer lost',
  'killed before',
  'killed after',
]

/** Moves to the prices of that moment. */
async function move(productId: number) {
  const { revision } = await previewMove(db, staff, productId)
  return movePrices(db, staff, productId, { revision, reason: 'New prices' })
}

async function cancel(productId: number) {
  const [last] = (await listPriceChanges(db, productId, { page: 0, limit: 1 })).changes
  if (last) await cancelPriceChange(db, staff, last.id, 'No')
}

/** A call may be refused, and the process that calls the provider may be killed. */
async function attempt(work: Promise<unknown>) {
  await work.catch((error: Error) => {
    const expected =
      error instanceof Refusal || /killed|Down|could not be charged/.test(error.message)
    if (!expected) throw error
  })
}

async function work() {
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(
    db,
  )
  await workJobs(shop)
}

/** Another purchase of the product starts a new renewal. */
async function isOver({ id, userId, productId }: Renewal) {
  const { state } = await db
    .selectFrom('renewals')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state !== 'ended') return false
  await grantTime(db, { userId, productId, seconds: 30 * 86_400, cause: 'grant' })
  return true
}

/** The time rests while it is paused or frozen, so no card may be charged. */
async function asked({ userId }: Renewal) {
  const { rows } = await sql<{ times: number; rests: boolean }>`
    select (select count(*)::int from renewal_charges join renewals on renewals.id = renewal_id
             where user_id = ${userId}) as times,
           coalesce((select bool_or(${rests('renewals')}) from renewals
             where user_id = ${userId}), false) as rests`.execute(db)
  return rows[0]!
}

async function check({ id, userId, productId }: Renewal, when: string) {
  const { rows } = await sql<{ open: number; wrong: number }>`
    select count(*) filter (where state <> 'ended')::int as open,
           count(*) filter (where state = 'on' and due_at is distinct from
             renewal_charge_at(time_ends_at(user_id, product_id), term_seconds))::int as wrong
      from renewals where user_id = ${userId} and product_id = ${productId}`.execute(db)
  expect(rows[0]!.open, when).toBeLessThanOrEqual(1)
  expect(rows[0]!.wrong, `${when}: the next charge of ${id} is not its end minus the lead`).toBe(0)
  const { orders } = await booked(db, userId)
  const charged = paid(orders).map(({ orderId }) => orderId)
  expect(new Set(charged).size, `${when}: a period was charged twice`).toBe(charged.length)
}

test('each term is charged once, and each charge is delivered, in any sequence', async () => {
  let charges = 0
  let rested = 0
  for (let seed = 1; seed <= 12; seed += 1) {
    const { below, pick } = randomFrom(seed)
    const renewal = await oneRenewal(db)
    const { userId, productId } = renewal
    const still = standStill(db, { productId, staff: staff.id })
    const pass = async (days: number) => {
      await passTime(db, userId, days)
      await still.pass(days)
    }
    const steps: Record<string, () => Promise<unknown>> = {
      pass: () => pass(0.2 + below(80) / 10),
      'pass far': () => pass(10 + below(10)),
      charge: () => attempt(chargeDueRenewals(db, card)),
      'charge twice': () =>
        Promise.all([attempt(chargeDueRenewals(db, card)), attempt(chargeDueRenewals(db, card))]),
      lend: () => lendGrace(db),
      grant: () =>
        grantTime(db, { userId, productId, seconds: (1 + below(20)) * 86_400, cause: 'grant' }),
      pay: () => attempt(payRenewal(db, card, userId, renewal.id)),
      stop: () => attempt(stopRenewal(db, userId, renewal.id)),
      resume: () => attempt(resumeRenewal(db, userId, renewal.id)),
      hold: () => sql`select hold_renewals(${userId}, ${productId})`.execute(db),
      release: () => sql`select release_renewals(${userId}, ${productId})`.execute(db),
      pause: () =>
        db.updateTable('products').set({ disabled: true }).where('id', '=', productId).execute(),
      rest: () => attempt(pauseTime(db, { userId, productId, days: 1 + below(12) })),
      'come back': () => attempt(resumeTime(db, userId, productId)),
      'end pauses': () => endPauses(db),
      stand: still.begin,
      'go on': still.end,
      sell: () =>
        db.updateTable('products').set({ disabled: false }).where('id', '=', productId).execute(),
      work,
      price: () =>
        db
          .updateTable('products')
          .set({ price_cents: pick([1499, 1999, 2499, 2999]) })
          .where('id', '=', productId)
          .execute(),
      move: () => attempt(move(productId)),
      cancel: () => attempt(cancel(productId)),
    }
    const usual = ['pass', 'pass far', 'charge', 'charge', 'charge', 'resume', 'release', 'sell']
    usual.push('go on', 'come back')
    const names = [...Object.keys(steps), ...usual, ...usual, ...usual]
    const done: string[] = []
    for (let count = 0; count < 60; count += 1) {
      fake.mood = pick(moods)
      if (await isOver(renewal)) renewal.id = await renew(db, renewal)
      const name = pick(names)
      done.push(`${name} (${fake.mood})`)
      const before = await asked(renewal)
      await steps[name]!()
      const after = await asked(renewal)
      if (before.rests && after.rests) {
        rested += 1
        expect(after.times, `seed ${seed}: ${done.join(', ')}: a card was asked`).toBe(before.times)
      }
      await check(renewal, `seed ${seed}: ${done.join(', ')}`)
    }
    await still.end()
    await attempt(resumeTime(db, userId, productId))
    await settleDown(renewal)
    const { orders, cents, bought } = await booked(db, userId)
    const charged = paid(orders)
    const told = `seed ${seed}: ${done.join(', ')}`
    expect(cents, told).toBe(charged.reduce((sum, intent) => sum + intent.cents, 0))
    expect(bought, told).toBe(charged.length)
    charges += charged.length
  }
  expect(charges, 'what is to be proven hardly happened').toBeGreaterThan(5)
  expect(rested, 'time hardly rested').toBeGreaterThan(20)
  const moves = await sql<{ before: RenewalState; after: RenewalState }>`
    select distinct before, after from moves`.execute(db)
  expect(moves.rows.length).toBeGreaterThan(10)
  for (const { before, after } of moves.rows)
    expect(Object.values(renewalTransitions[before]), `from ${before}`).toContain(after)
})

/** Stops the process faults and finishes all open work. */
async function settleDown({ userId }: Renewal) {
  fake.mood = 'insufficient_funds'
  for (let round = 0; round < 4; round += 1) {
    await passTime(db, userId, 0.01)
    await attempt(chargeDueRenewals(db, card))
    await work()
  }
}
