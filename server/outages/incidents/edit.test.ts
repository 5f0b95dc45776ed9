import { expect, test } from 'vitest'
import { credits } from '#contract/outages/credits.ts'
import { incidents } from '#contract/outages/incidents.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch } from '#server/outages/credits/apply.ts'
import { creditDesk, hour } from '#server/outages/credits/testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })
// All incidents share this time, so that their lengths are whole hours.
const begun = Date.now()
const desk = creditDesk(shop, anna, () => begun)

type Changes = Input<typeof staffIncidents.change>['body']
const edit = (id: number, body: Changes, by = anna) =>
  shop.call(staffIncidents.change, { params: { id: String(id) }, body }, by)
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const plan = async (repo: string) => {
  const times = { starts_at: later(2), planned_end: later(3) }
  const body = { title: 'Update', repos: [repo], status: 'maintenance' as const, text: 'Soon' }
  return (await shop.call(staffIncidents.add, { body: { ...body, ...times } }, anna)).body
}
const periodsOf = async (repo: string) => {
  const rows = shop.db.selectFrom('module_periods').select('status').where('repo', '=', repo)
  return (await rows.orderBy('id').execute()).map(({ status }) => status)
}
const changed = async () =>
  (
    await shop.db
      .selectFrom('logs')
      .select('details')
      .where('message', '=', 'Incident changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).details

test('everyone sees a changed title and changed times, and the log has the former values', async () => {
  const { repo } = await desk.product()
  const window = await plan(repo)
  const [starts_at, planned_end] = [later(24), later(26)]
  const { body } = await edit(window.id, { title: 'Season 4', starts_at, planned_end })
  expect(body).toMatchObject({ title: 'Season 4', starts_at, planned_end, revision: 2 })
  const shown = async () =>
    (await shop.call(incidents.list, {})).body.find(({ id }) => id === window.id)
  await expect.poll(shown).toMatchObject({ title: 'Season 4', starts_at, planned_end })
  expect(await changed()).toMatchObject({
    by: anna.user.username,
    incident: window.id,
    revision: 2,
    before: { title: 'Update', starts_at: window.starts_at, planned_end: window.planned_end },
    after: { title: 'Season 4', starts_at, planned_end },
  })
  expect((await edit(window.id, { title: 'Season 4' })).body.revision).toBe(2)
})

test('a maintenance window that is moved to now begins', async () => {
  const { repo } = await desk.product()
  const { id } = await plan(repo)
  const { body } = await edit(id, { starts_at: later(-0.01), planned_end: null })
  expect(body).toMatchObject({ state: 'open', planned_end: null })
  expect(await periodsOf(repo)).toEqual(['operational', 'maintenance'])
})

test('added modules take the state, and removed ones return to their former state', async () => {
  const [one, two] = [await desk.product(), await desk.product()]
  const id = await desk.open(one.repo, 1)
  const { body } = await edit(id, { repos: [two.repo] })
  expect(body.repos).toEqual([two.repo])
  expect(await periodsOf(one.repo)).toEqual(['operational', 'offline', 'operational'])
  expect(await periodsOf(two.repo)).toEqual(['operational', 'offline'])
  const other = await desk.open(two.repo, 1)
  await edit(id, { repos: [one.repo] })
  expect(await periodsOf(two.repo)).toEqual(['operational', 'offline'])
  await edit(other, { repos: [one.repo, two.repo] })
  expect((await changed()) as object).toMatchObject({
    before: { modules: [two.repo] },
    after: { modules: [one.repo, two.repo].sort() },
  })
})

test('time continues for a removed product and freezes for an added one', async () => {
  const policy = { mode: 'still' as const, from_minutes: 30 }
  const [one, two] = [await desk.product(policy), await desk.product(policy)]
  const id = await desk.open(one.repo, 1)
  const standing = async () => {
    const rows = shop.db.selectFrom('stills').select('product_id').where('ended_at', 'is', null)
    return (await rows.where('incident_id', '=', id).execute()).map((row) => row.product_id)
  }
  expect(await standing()).toEqual([one.id])
  await edit(id, { repos: [two.repo] })
  expect(await standing()).toEqual([two.id])
})

test('editing a closed incident recalculates its credits, and keeps and reports applied ones', async () => {
  const [one, two] = [await desk.product(), await desk.product()]
  const runs = [await desk.run(one.id, 48, 96), await desk.run(two.id, 48, 96)]
  const { id, batch } = await desk.incident(one.repo, 5, 3)
  expect((await desk.preview(batch!)).body).toMatchObject({ effects: { people: 1 } })
  await edit(id, { title: 'Both', repos: [one.repo, two.repo] })
  expect(await desk.get(batch!)).toMatchObject({ title: 'Both', state: 'draft', effects: null })
  expect((await desk.confirm(batch!, 1)).code).toBe('batch_state')
  await desk.preview(batch!)
  expect([...(await desk.listed(batch!)).values()]).toEqual([2 * hour, 2 * hour])
  expect((await desk.confirm(batch!, 2)).status).toBe(200)
  await applyBatch(shop.db, batch!)
  const names = (await desk.get(batch!)).products
  expect(names).toHaveLength(2)

  const { body } = await edit(id, { title: 'One', repos: [one.repo] })
  expect(body).toMatchObject({ batch, batch_confirmed: true })
  expect(await desk.get(batch!)).toMatchObject({
    title: 'Both',
    state: 'applied',
    overtaken: true,
    products: names,
    given: 2,
  })
  for (const [n, product] of [one, two].entries()) {
    expect(await desk.endOf(product.id, runs[n]!.user)).toBeGreaterThan(Date.now() / 1000)
    expect(await desk.ledger(product.id)).toEqual([`grant ${96 * hour}`, `credit ${2 * hour}`])
  }
})

test('a closed incident gets its draft with the first product that is credited', async () => {
  const [none, counted] = [await desk.product({ states: [] }), await desk.product()]
  const { id, batch } = await desk.incident(none.repo, 5, 3)
  expect(batch).toBeNull()
  const { body } = await edit(id, { repos: [none.repo, counted.repo] })
  expect(body.batch).not.toBeNull()
  expect((await desk.get(body.batch!)).state).toBe('draft')
})

test('the second of two concurrent edits is refused with the first one’s changes', async () => {
  const { id } = await plan((await desk.product()).repo)
  const theirs = await edit(id, { title: 'Theirs', revision: 1 }, ben)
  const refused = await edit(id, { planned_end: null, revision: 1 })
  expect([refused.code, refused.detail]).toEqual([
    'changed_meanwhile',
    `Changed by ${ben.user.username}: title from “Update” to “Theirs”`,
  ])
  const saved = await edit(id, { planned_end: null, revision: theirs.body.revision })
  expect(saved.body).toMatchObject({ title: 'Theirs', planned_end: null })
  const { revision } = saved.body
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => edit(id, { title: `${n}`, revision }, n % 2 ? anna : ben)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
})

test('an edit during the preview leaves no outdated list', async () => {
  const [one, two] = [await desk.product(), await desk.product()]
  for (const { id } of [one, two]) await desk.run(id, 48, 96)
  const { id, batch } = await desk.incident(one.repo, 5, 3)
  await Promise.all([desk.preview(batch!), edit(id, { repos: [one.repo, two.repo] })])
  const { state, effects } = await desk.get(batch!)
  expect(state === 'draft' ? null : effects?.people).toBe(state === 'draft' ? null : 2)
})

test('validates edits', async () => {
  const { repo } = await desk.product()
  const window = await plan(repo)
  const open = await desk.open(repo, 1)
  const { id: closed } = await desk.incident(repo, 5, 3)
  const code = async (id: number, body: Changes) => (await edit(id, body)).code
  expect(await code(999_999, { title: 'x' })).toBe('unknown_incident')
  expect(await code(open, { repos: ['nowhere'] })).toBe('unknown_module')
  expect(await code(open, { starts_at: later(1) })).toBe('incident_begun')
  expect(await code(open, { starts_at: later(-24 * 31) })).toBe('incident_too_old')
  expect(await code(open, { ended_at: later(-0.5) })).toBe('incident_not_over')
  expect(await code(closed, { ended_at: later(1) })).toBe('incident_end_later')
  expect(await code(closed, { ended_at: later(-6) })).toBe('incident_end_first')
  expect(await code(closed, { starts_at: later(-1) })).toBe('incident_end_first')
  expect(await code(open, { planned_end: later(-2) })).toBe('incident_end_first')
  expect(await code(closed, { planned_end: later(2) })).toBe('incident_over')
  expect(await code(window.id, { starts_at: later(24 * 400) })).toBe('incident_too_far')
  expect(await code(window.id, { starts_at: later(-24 * 31) })).toBe('incident_too_old')
  expect(await code(window.id, { starts_at: later(4) })).toBe('incident_end_first')
  for (const body of [{ title: ' ' }, { repos: [] }, { title: 'x'.repeat(121) }])
    expect((await edit(window.id, body)).status).toBe(422)
  const params = { id: String(window.id) }
  await shop.call(staffIncidents.close, { params, body: { text: 'Not today' } }, anna)
  expect(await code(window.id, { title: 'x' })).toBe('incident_over')
  expect((await edit(open, { title: 'x' }, await signIn(shop.app))).status).toBe(403)
  expect((await shop.call(credits.get, { params: { id: '999999' } }, anna)).status).toBe(404)
})
