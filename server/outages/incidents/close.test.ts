import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { credits } from '#contract/outages/credits.ts'
import { type IncidentEffects, staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { creditDesk, hour } from '#server/outages/credits/testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, anna)
const still = { mode: 'still' as const, from_minutes: 60 }
const moment = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()

const preview = (id: number, ended_at?: string, by = anna) =>
  shop.call(staffIncidents.effects, { params: { id: String(id) }, query: { ended_at } }, by)
const close = (
  id: number,
  body: Omit<Input<typeof staffIncidents.close>['body'], 'text'>,
  by = anna,
) =>
  shop.call(
    staffIncidents.close,
    { params: { id: String(id) }, body: { text: 'Over', ...body } },
    by,
  )
const setPolicy = (product: number, body: Input<typeof credits.setPolicy>['body']) =>
  shop.call(credits.setPolicy, { params: { id: String(product) }, body }, anna)

/** The rows of an incident and of a product's frozen time. */
async function standing(product: number, incident: number) {
  const { db } = shop
  const rows = (table: 'stills' | 'credit_batches') =>
    db.selectFrom(table).selectAll().where('product_id', '=', product).orderBy('id').execute()
  const params = { id: String(incident) }
  const { body } = await shop.call(staffIncidents.get, { params }, anna)
  const jobs = await sql`select id from graphile_worker._private_jobs order by id`.execute(db)
  return {
    body,
    jobs: jobs.rows,
    stills: await rows('stills'),
    batches: await rows('credit_batches'),
  }
}

test('the preview lists the credit of each customer, and credits nothing', async () => {
  const { id: product, repo } = await desk.product(still)
  const whole = await desk.run(product, 100, 1000)
  const late = await desk.run(product, 3, 1000)
  const banned = await desk.run(product, 100, 1000)
  await shop.db.updateTable('users').set({ banned: true }).where('id', '=', banned.user).execute()
  const incident = await desk.open(repo, 6)
  const before = await standing(product, incident)

  // The incident began six hours ago, was reported only now, and is closed as of two hours ago.
  const { body } = await preview(incident, moment(2))
  expect(body).toMatchObject({
    people: 2,
    runs: 2,
    left_out: { banned: 1 },
    drafted: [],
    whole: true,
  } satisfies Partial<IncidentEffects>)
  expect(body.goes_on).toHaveLength(1)
  expect(body.most.map(({ uid }) => uid)).toEqual([whole.user, late.user])
  expect(await standing(product, incident)).toEqual(before)

  expect((await close(incident, { ended_at: moment(2), seen: body.seen })).status).toBe(200)
  await workJobs(shop)
  const given = (await desk.ledger(product)).filter((line) => line.startsWith('credit'))
  const seconds = given.map((line) => Number(line.split(' ')[1]))
  // Adds the time that passed while the test ran.
  expect(seconds).toHaveLength(2)
  for (const [n, { seconds: told }] of body.most.entries())
    expect(Math.abs(seconds.sort((a, b) => b - a)[n]! - told)).toBeLessThan(60)
  expect(Math.abs(seconds[0]! - 4 * hour)).toBeLessThan(60)
  expect(Math.abs(body.seconds - 5 * hour)).toBeLessThan(120)
  expect(Math.abs(body.worth - (30 * 5) / 720)).toBeLessThan(0.02)
})

test('refuses to close if the credits have changed since the preview', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await desk.open(repo, 4)
  const { seen } = (await preview(incident)).body
  // It does not depend on the clock, nor on new purchases.
  await desk.run(product, 1, 1000)
  expect((await preview(incident)).body.seen).toBe(seen)
  const changed: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => setPolicy(product, { factor: 2 }), () => setPolicy(product, { factor: 1 })],
    [
      () => setPolicy(product, { rounding: 'day' }),
      () => setPolicy(product, { rounding: 'second' }),
    ],
  ]
  for (const [change, back] of changed) {
    await change()
    const refused = await close(incident, { seen })
    expect([refused.status, refused.code]).toEqual([409, 'effects_changed'])
    await back()
  }
  const other = await desk.open(repo, 2)
  expect((await preview(incident)).body).toMatchObject({ goes_on: [], people: 0 })
  expect((await close(incident, { seen })).code).toBe('effects_changed')
  await close(other, {})
  expect((await standing(product, incident)).body.state).toBe('open')
  const again = (await preview(incident)).body.seen
  expect((await close(incident, { seen: again })).status).toBe(200)
})

test('two concurrent closings from the same preview close once', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await desk.open(repo, 4)
  const [one, two] = await Promise.all([preview(incident), preview(incident, undefined, ben)])
  expect(one.body.seen).toBe(two.body.seen)
  const both = [anna, ben, anna, ben].map((by) => close(incident, { seen: one.body.seen }, by))
  const answers = await Promise.all(both)
  expect(answers.map(({ code, status }) => code ?? status).sort()).toEqual([
    200,
    ...Array(3).fill('incident_over'),
  ])
  await workJobs(shop)
  expect((await desk.ledger(product)).filter((line) => line.startsWith('credit'))).toHaveLength(1)
})

test('previews during a closing neither delay it nor leave anything', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await desk.open(repo, 4)
  const asked = Promise.all(Array.from({ length: 6 }, () => preview(incident)))
  const closed = await close(incident, {})
  expect(closed.status).toBe(200)
  for (const { status, code } of await asked)
    expect([200, 'incident_over']).toContain(code ?? status)
  expect((await standing(product, incident)).stills).toHaveLength(1)
})

test('reports later credits as a draft, and a maintenance window credits nothing', async () => {
  const { id: product, repo } = await desk.product()
  await desk.run(product, 100, 1000)
  const { body } = await preview(await desk.open(repo, 4))
  expect(body).toMatchObject({ goes_on: [], people: 0, seconds: 0, most: [] })
  expect(body.drafted).toHaveLength(1)
  const none = (await preview(await desk.open(repo, 0.1))).body
  expect(none).toMatchObject({ goes_on: [], people: 0 })
})

test('the preview refuses what closing refuses, and requires the same permission', async () => {
  const { repo } = await desk.product(still)
  const incident = await desk.open(repo, 4)
  expect((await preview(incident, moment(5))).code).toBe('incident_end_first')
  expect((await preview(incident, moment(-1))).code).toBe('incident_end_later')
  expect((await preview(999_999)).code).toBe('unknown_incident')
  expect((await preview(incident, 'yesterday')).status).toBe(422)
  expect((await preview(incident, undefined, await signIn(shop.app))).status).toBe(403)
  await close(incident, {})
  expect((await preview(incident)).code).toBe('incident_over')
})
