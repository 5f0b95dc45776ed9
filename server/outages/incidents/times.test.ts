import { expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch } from '#server/outages/credits/apply.ts'
import { creditDesk, day, hour } from '#server/outages/credits/testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, anna)
const still = { mode: 'still' as const, from_minutes: 60 }
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
// The time that the call itself took counts as well, as nobody could play during it.
const near = (seconds: number, wanted: number) =>
  expect(Math.abs(seconds - wanted)).toBeLessThan(60)

const edit = (id: number, body: Input<typeof staffIncidents.change>['body']) =>
  shop.call(staffIncidents.change, { params: { id: String(id) }, body }, anna)
const preview = (id: number, body: Input<typeof staffIncidents.changeEffects>['body']) =>
  shop.call(staffIncidents.changeEffects, { params: { id: String(id) }, body }, anna)
const close = (id: number, ended_at: string) =>
  shop.call(
    staffIncidents.close,
    { params: { id: String(id) }, body: { text: 'Over', ended_at } },
    anna,
  )
const stillsOf = (product: number) =>
  shop.db.selectFrom('stills').selectAll().where('product_id', '=', product).orderBy('id').execute()
/** Sets when the running freeze started or was held. */
const setGoingOn = (product: number, values: { since?: Date; held_at?: Date }) =>
  shop.db
    .updateTable('stills')
    .set(values)
    .where('product_id', '=', product)
    .where('ended_at', 'is', null)
    .execute()
const given = async (product: number) =>
  (await desk.ledger(product))
    .filter((line) => line.startsWith('credit'))
    .map((line) => Number(line.split(' ')[1]))

test('an earlier start of an open incident credits the time since then, also to expired runs', async () => {
  const { id: product, repo } = await desk.product(still)
  const whole = await desk.run(product, 100, 1000)
  const lapsed = await desk.run(product, 100, 95)
  const incident = await desk.open(repo, 4)
  expect((await edit(incident, { starts_at: ago(6) })).status).toBe(200)
  near((Date.now() - (await stillsOf(product))[0]!.since.getTime()) / 1000, 6 * hour)
  await close(incident, ago(0))
  await workJobs(shop)
  const all = await given(product)
  near(Math.max(...all), 6 * hour)
  near(Math.min(...all), hour)
  expect(await desk.endOf(product, whole.user)).toBeGreaterThan(Date.now() / 1000 + 900 * hour)
  near((await desk.endOf(product, lapsed.user)) - Date.now() / 1000, hour)
})

test('a later start of an open incident credits less, as long as customers could not play', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await desk.open(repo, 6)
  await edit(incident, { starts_at: ago(3) })
  expect(await stillsOf(product)).toHaveLength(1)
  await close(incident, ago(0))
  await workJobs(shop)
  near((await given(product))[0]!, 3 * hour)

  const held = await desk.open(repo, 2.5)
  const two = new Date(ago(2))
  await setGoingOn(product, { held_at: two })
  await edit(held, { starts_at: ago(1.5) })
  expect((await stillsOf(product)).at(-1)!.since).toEqual(two)
})

test('a start too late to count leaves the incident open, and the frozen time is credited', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await desk.open(repo, 4)
  const { body } = await preview(incident, { starts_at: ago(0.2) })
  expect(body).toMatchObject({ people: 1, runs: 1 })
  expect((await stillsOf(product))[0]!.ended_at).toBeNull()
  await edit(incident, { starts_at: ago(0.2), seen: body.seen })
  await workJobs(shop)
  near((await given(product))[0]!, 4 * hour)
  await close(incident, ago(0))
  await workJobs(shop)
  const all = await given(product)
  expect(all.reduce((sum, each) => sum + each, 0)).toBeLessThan(4 * hour + 60)
})

test('correcting a closed incident credits the difference at once, with a preview, and keeps credits', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  // Closed with an earlier end, before anything was held for it.
  const { id } = await desk.incident(repo, 10, 8)
  await workJobs(shop)
  const first = (await given(product)).reduce((sum, each) => sum + each, 0)
  near(first, 2 * hour)
  const changes = { starts_at: ago(11), ended_at: ago(6) }
  const { body: told } = await preview(id, changes)
  expect(told.people).toBe(1)
  near(told.seconds, 3 * hour)
  expect((await given(product)).length).toBe(1)
  const answers = await Promise.all([1, 2, 3].map(() => edit(id, { ...changes, seen: told.seen })))
  // The other calls find it changed already: they would credit something other than their preview.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await workJobs(shop)
  const sum = async () => (await given(product)).reduce((all, each) => all + each, 0)
  near(await sum(), 5 * hour)
  expect((await edit(id, { starts_at: ago(9), ended_at: ago(8) })).status).toBe(200)
  await workJobs(shop)
  near(await sum(), 5 * hour)
})

test('correcting during another incident of the product credits the time before it at once', async () => {
  const { id: product, repo } = await desk.product(still)
  const run = await desk.run(product, 100, 1000)
  const sum = async () => (await given(product)).reduce((all, each) => all + each, 0)
  const other = await desk.open(repo, 6)
  const { id } = await desk.incident(repo, 20, 18)
  await workJobs(shop)
  near(await sum(), 2 * hour)
  const changes = { ended_at: ago(4) }
  const { body: told } = await preview(id, changes)
  near(told.seconds, 12 * hour)
  expect((await edit(id, { ...changes, seen: told.seen })).status).toBe(200)
  await workJobs(shop)
  near(await sum(), 14 * hour)
  // The freeze continues because of the other incident, which credits the rest once.
  expect((await stillsOf(product)).filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
  await close(other, ago(1))
  await workJobs(shop)
  near(await sum(), 19 * hour)
  const listed = await stillsOf(product)
  expect(listed.every(({ given_at }) => given_at !== null)).toBe(true)
  near((await desk.endOf(product, run.user)) - Date.now() / 1000, (900 + 19) * hour)
})

test('closing an overlapping incident at an earlier time credits the time that it had covered', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const sum = async () => (await given(product)).reduce((all, each) => all + each, 0)
  const first = await desk.open(repo, 10)
  const second = await desk.incident(repo, 6, 4)
  await close(first, ago(8))
  await workJobs(shop)
  near(await sum(), 4 * hour)
  // The same if the open incident is found to have begun later.
  const third = await desk.open(repo, 3)
  await setGoingOn(product, { since: new Date(ago(3)) })
  await edit(second.id, { ended_at: ago(2) })
  await workJobs(shop)
  near(await sum(), 5 * hour)
  await setGoingOn(product, { held_at: new Date(ago(1)) })
  await edit(third, { starts_at: ago(1.25) })
  await workJobs(shop)
  near(await sum(), 6 * hour)
})

test('a draft follows the corrected times, and a confirmed batch stays and reports it', async () => {
  const { id: product, repo } = await desk.product()
  const run = await desk.run(product, 100, 1000)
  const { id, batch } = await desk.incident(repo, 10, 8)
  await desk.preview(batch!)
  const { body } = await edit(id, { starts_at: ago(11), ended_at: ago(7) })
  expect(body).toMatchObject({ batch, batch_confirmed: false })
  expect(await desk.get(batch!)).toMatchObject({ state: 'draft', effects: null })
  await desk.preview(batch!)
  near(Number((await desk.listed(batch!)).get(run.id)), 4 * hour)
  await desk.confirm(batch!, 1)
  await applyBatch(shop.db, batch!)
  await edit(id, { ended_at: ago(6) })
  expect(await desk.get(batch!)).toMatchObject({ state: 'applied', overtaken: true })
  near((await given(product))[0]!, 4 * hour)
})

test('rounds the addition of a correction together with earlier credits', async () => {
  const { id: product, repo } = await desk.product({ ...still, rounding: 'day' })
  await desk.run(product, 100, 1000)
  const { id } = await desk.incident(repo, 10, 8)
  await workJobs(shop)
  for (const end of [7.9, 7.8, 7.7]) {
    expect((await preview(id, { ended_at: ago(end) })).body).toMatchObject({ people: 0 })
    await edit(id, { ended_at: ago(end) })
    await workJobs(shop)
  }
  expect(await given(product)).toEqual([day])
  // In parts before and after, each adding more of a second day.
  await edit(id, { starts_at: ago(20), ended_at: ago(5) })
  await edit(id, { starts_at: ago(28), ended_at: ago(1) })
  await workJobs(shop)
  expect(await given(product)).toEqual([day, day])
})

test('refuses to correct an incident that ended long ago', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 10_000, 100_000)
  const { id } = await desk.incident(repo, 10, 8)
  await workJobs(shop)
  await shop.db
    .updateTable('incidents')
    .set({ starts_at: new Date(ago(9000)), ended_at: new Date(ago(8998)) })
    .where('id', '=', id)
    .execute()
  for (const changes of [{ ended_at: ago(1) }, { starts_at: ago(2), ended_at: ago(1) }]) {
    expect((await preview(id, changes)).code).toBe('incident_long_over')
    expect((await edit(id, changes)).code).toBe('incident_long_over')
  }
  expect((await edit(id, { title: 'Named otherwise' })).status).toBe(200)
  await workJobs(shop)
  expect(await given(product)).toHaveLength(1)
})

test('a correction that is not credited yet freezes no time', async () => {
  const { id: product, repo } = await desk.product(still)
  const ben = await signIn(shop.app)
  await desk.run(product, 100, 85, ben.user.id)
  const { id } = await desk.incident(repo, 10, 8)
  await workJobs(shop)
  const own = async () => (await shop.call(subscriptions.list, {}, ben)).body
  const before = await own()
  await edit(id, { starts_at: ago(20) })
  expect(await stillsOf(product)).toHaveLength(2)
  expect(await own()).toEqual(before)
  expect(before).toMatchObject([{ stands_still_since: null }])
  await workJobs(shop)
  near((await given(product))[0]!, 5 * hour)
})
