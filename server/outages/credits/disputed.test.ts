import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { disputing } from '#server/selling/disputes/testing/disputed.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { moveStills } from './stills.ts'
import { creditDesk, hour } from './testing/credit-desk.ts'
import { nearness } from './testing/nearness.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { buy, bank, opening } = disputing(counter)
const desk = creditDesk(counter, await signIn(counter.app, { admin: true }))
const { near } = nearness()

afterEach(() => opening('freeze'))

const exact = { rounding: 'second' as const, from_minutes: 0 }

const runOf = async ({ user, product }: Awaited<ReturnType<typeof buy>>) => {
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('product_id', '=', product)
    .executeTakeFirstOrThrow()
  return id
}

/** Moves a run into the past by this many days. */
const pass = (run: number, days: number) =>
  sql`update subscriptions set created_at = created_at - make_interval(days => ${days}::int),
             ends_at = ends_at - make_interval(days => ${days}::int) where id = ${run}`.execute(db)

/** The seconds that a run is credited for an incident, or why it is left out. `from` and `to` are hours ago. */
async function creditFor(run: number, repo: string, from: number, to: number) {
  const { batch } = await desk.incident(repo, from, to)
  await desk.preview(batch!)
  return (await desk.listed(batch!)).get(run)
}

test('compensation leaves out only the time that the disputed payment bought', async () => {
  const { id: product, repo } = await desk.product(exact)
  const first = await buy(undefined, product)
  await buy(first, product)
  const run = await runOf(first)
  await pass(run, 10)
  await bank(first, 'dispute')
  // The dispute froze the first month, so the second one is running.
  await pass(run, 2)
  near(Number(await creditFor(run, repo, 36, 30)), 6 * hour)
  near(Number(await creditFor(run, repo, 54, 42)), 6 * hour)
  expect(await creditFor(run, repo, 100, 94)).toBe('disputed')
})

test('an undisputed month is compensated after the disputed one that followed it was frozen', async () => {
  const { id: product, repo } = await desk.product(exact)
  const first = await buy(undefined, product)
  const second = await buy(first, product)
  const run = await runOf(first)
  await pass(run, 35)
  await bank(second, 'dispute')
  near(Number(await creditFor(run, repo, 6 * 24, 6 * 24 - 3)), 3 * hour)
  expect(await creditFor(run, repo, 48, 45)).toBe('disputed')
  // No time is left that staff could extend.
  const { id } = (await desk.byHand(product, 24)).body
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 0 })
})

test('time that an incident froze is returned, except the time of a disputed payment', async () => {
  const { id: product, repo } = await desk.product({ ...exact, mode: 'still' })
  const first = await buy(undefined, product)
  await buy(first, product)
  const alone = await buy(undefined, product)
  await pass(await runOf(first), 10)
  await pass(await runOf(alone), 10)
  await opening('leave')
  await bank(alone, 'dispute')
  await opening('freeze')
  await bank(first, 'dispute')
  await pass(await runOf(first), 2)
  const incident = await desk.open(repo, 3)
  await moveStills(db)
  await desk.close(incident, 0)
  await counter.work()
  const given = (await desk.ledger(product)).filter((line) => line.startsWith('credit'))
  expect(given).toHaveLength(1)
  near(Number(given[0]!.split(' ')[1]), 3 * hour)
})

test('staff cannot credit a run by hand while all its remaining time is disputed', async () => {
  await opening('leave')
  const bought = await buy()
  const { id } = (await desk.byHand(bought.product, 24)).body
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 1, left_out: {} })
  await bank(bought, 'dispute')
  const { body } = await desk.preview(id)
  expect(body.effects).toMatchObject({ people: 0, left_out: { disputed: 1 } })
  const more = await buy(bought, bought.product)
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 1, left_out: {} })
  await bank(more, 'dispute')
  expect((await desk.preview(id)).body.effects).toMatchObject({ left_out: { disputed: 1 } })
  await bank(bought, 'dispute-won')
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 1, left_out: {} })
})

test('a dispute between the confirmation and the credit leaves out the disputed time', async () => {
  await opening('leave')
  const { id: product, repo } = await desk.product(exact)
  const bought = await buy(undefined, product)
  const run = await runOf(bought)
  await pass(run, 5)
  const { batch } = await desk.incident(repo, 30, 28)
  await desk.preview(batch!)
  expect((await desk.listed(batch!)).get(run)).toBeGreaterThan(hour)
  const byHand = (await desk.byHand(product, 24)).body.id
  await desk.preview(byHand)
  await bank(bought, 'dispute')
  for (const id of [batch!, byHand]) {
    expect((await desk.confirm(id, 1)).status).toBe(200)
    await counter.work()
    expect((await desk.listed(id)).get(run)).toBe('disputed')
  }
})
