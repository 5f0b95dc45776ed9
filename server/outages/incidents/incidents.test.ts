import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { credits } from '#contract/outages/credits.ts'
import { incidents } from '#contract/outages/incidents.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { staffStatus } from '#contract/outages/staff-status.ts'
import { type ServiceStatus, status } from '#contract/outages/status.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { listHistory } from './history.ts'
import { mailUpdate } from './mail.ts'
import { beginWindows } from './modules.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const hour = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const unique = () => randomBytes(4).toString('hex')

async function newModule() {
  const repo = `module-${unique()}`
  const body = { repo, version: '1.0', status: 'operational' as const }
  await shop.call(staffStatus.add, { body }, admin)
  return repo
}
type New = Partial<Input<typeof staffIncidents.add>['body']>
const open = (repos: string[], given: New = {}) =>
  shop.call(
    staffIncidents.add,
    { body: { title: unique(), repos, status: 'offline', text: 'It is down', ...given } },
    admin,
  )
const close = (id: number, ended_at?: string) =>
  shop.call(
    staffIncidents.close,
    { params: { id: String(id) }, body: { text: 'Over', ended_at } },
    admin,
  )
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const statusOf = async (repo: string) =>
  (await shop.db.selectFrom('modules').select('status').where('repo', '=', repo).execute())[0]
    ?.status
const periodsOf = async (repo: string) =>
  (
    await shop.db
      .selectFrom('module_periods')
      .select('status')
      .where('repo', '=', repo)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status)

test('repeating a request whose response was lost opens the incident once', async () => {
  const repo = await newModule()
  const body = { title: unique(), repos: [repo], status: 'offline' as const, text: 'It is down' }
  const id = randomUUID()
  const ask = (given: object = {}) =>
    shop.call(staffIncidents.add, { body: { ...body, id, ...given } }, admin)
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second.body.id).toBe(first.body.id)
  expect((await ask()).body.id).toBe(first.body.id)
  const past = new Date(Date.now() - 60_000).toISOString()
  const others = [{ title: unique() }, { text: 'Slow' }, { repos: [await newModule()] }]
  for (const other of [...others, { starts_at: past }, { planned_end: soon() }])
    expect((await ask(other)).code).toBe('incident_id_used')
  const listed = (await shop.call(incidents.list, {})).body
  expect(JSON.stringify(listed).split(body.title)).toHaveLength(2)
  await shop.call(
    staffIncidents.change,
    { params: { id: String(first.body.id) }, body: { title: unique() } },
    admin,
  )
  expect((await ask()).body.id).toBe(first.body.id)
})

test('the feed has each update of an incident, newest first', async () => {
  const { body } = await open([await newModule()], { title: 'Down & <out>' })
  const params = { id: String(body.id) }
  await shop.call(staffIncidents.update, { params, body: { text: 'We know why' } }, admin)
  const items = async () => {
    const { payload } = await shop.app.inject('/status/rss.xml')
    return payload
      .split('<item>')
      .slice(1)
      .filter((item) => item.includes(`/status#incident-${body.id}</link>`))
  }
  await expect.poll(async () => (await items()).length).toBe(2)
  const [latest, first] = await items()
  expect(latest).toContain('<title>Down &amp; &lt;out&gt;</title>')
  expect(latest).toContain('<description>We know why</description>')
  expect(latest).toContain('<category>Ongoing</category>')
  expect(first).toContain('<description>It is down</description>')
  const guids = [latest, first].map((item) => /<guid[^>]*>(.*?)</.exec(item!)?.[1])
  expect(new Set(guids).size).toBe(2)
  await close(body.id)
  await expect.poll(async () => (await items())[0]).toContain('<category>Resolved</category>')
})

test('an incident sets the state of its modules and restores it, and every state is recorded', async () => {
  const [repo, other] = [await newModule(), await newModule()]
  const { body, status } = await open([repo])
  expect([status, body.state, body.repos]).toEqual([201, 'open', [repo]])
  expect([await statusOf(repo), await statusOf(other)]).toEqual(['offline', 'operational'])
  const params = { id: String(body.id) }
  await shop.call(staffIncidents.update, { params, body: { text: 'We know why' } }, admin)
  const shown = async () =>
    (await shop.call(incidents.list, {})).body.find(({ id }) => id === body.id)
  await expect.poll(async () => (await shown())?.updates.length).toBe(2)
  expect((await close(body.id)).body).toMatchObject({ state: 'closed' })
  await expect.poll(async () => (await shown())?.state).toBe('closed')
  expect(await statusOf(repo)).toBe('operational')
  expect(await periodsOf(repo)).toEqual(['operational', 'offline', 'operational'])
  expect(await periodsOf(other)).toEqual(['operational'])
  expect((await close(body.id)).code).toBe('incident_over')
  const late = await shop.call(staffIncidents.update, { params, body: { text: 'No' } }, admin)
  expect(late.code).toBe('incident_over')
})

test('records every state that a pipeline reports, permanently', async () => {
  const repo = `module-${unique()}`
  const key = await createApiKey(shop.db, unique())
  const by = { headers: { authorization: `Bearer ${key}` } }
  const report = (version: string, state: ServiceStatus) =>
    shop.call(status.report, { params: { repo }, body: { version, status: state } }, by)
  for (const [version, state] of [
    ['1.0', 'operational'],
    ['1.0', 'offline'],
    // Repeating the same state, or reporting only a new version, is not a change of state.
    ['1.0', 'offline'],
    ['1.1', 'offline'],
    ['1.1', 'operational'],
  ] as const)
    expect((await report(version, state)).status).toBe(200)
  await shop.call(status.remove, { params: { repo } }, by)
  const kept = ['operational', 'offline', 'operational', null]
  expect(await periodsOf(repo)).toEqual(kept)
  for (const attempt of [
    sql`update module_periods set status = 'operational' where repo = ${repo}`,
    sql`update module_periods set since = now() where repo = ${repo}`,
    sql`delete from module_periods where repo = ${repo}`,
    sql`truncate module_periods`,
    sql`truncate module_periods cascade`,
  ])
    await expect(attempt.execute(shop.db)).rejects.toMatchObject({ code: '23001' })
  expect(await periodsOf(repo)).toEqual(kept)
})

test('a module of two incidents is operational when the second is closed', async () => {
  const repo = await newModule()
  const [first, second] = [(await open([repo])).body, (await open([repo])).body]
  await close(first.id)
  expect(await statusOf(repo)).toBe('offline')
  await close(second.id)
  expect(await statusOf(repo)).toBe('operational')
})

test('one of several concurrent closings succeeds', async () => {
  const { id } = (await open([await newModule()])).body
  const answers = await Promise.all(Array.from({ length: 4 }, () => close(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('a maintenance window begins on time, and a cancelled one never does', async () => {
  const [repo, other] = [await newModule(), await newModule()]
  const starts_at = new Date(Date.now() + hour).toISOString()
  const planned = (await open([repo], { starts_at, status: 'maintenance' })).body
  const off = (await open([other], { starts_at })).body
  expect([planned.state, await statusOf(repo)]).toEqual(['planned', 'operational'])
  expect((await close(off.id)).body.state).toBe('cancelled')
  await beginWindows(shop.db)
  expect(await statusOf(repo)).toBe('operational')
  await shop.db
    .updateTable('incidents')
    .set({ starts_at: new Date(ago(1000)) })
    .where('id', 'in', [planned.id, off.id])
    .execute()
  await beginWindows(shop.db)
  expect([await statusOf(repo), await statusOf(other)]).toEqual(['maintenance', 'operational'])
})

test('validates incidents', async () => {
  const repo = await newModule()
  const code = async (given: New, repos = [repo]) => (await open(repos, given)).code
  expect(await code({}, ['nowhere'])).toBe('unknown_module')
  expect((await open([])).status).toBe(422)
  expect((await open([repo], { text: ' ' })).status).toBe(422)
  expect(await code({ starts_at: ago(31 * 24 * hour) })).toBe('incident_too_old')
  expect(await code({ starts_at: ago(-367 * 24 * hour) })).toBe('incident_too_far')
  expect(await code({ planned_end: ago(hour) })).toBe('incident_end_past')
  const begun = { starts_at: ago(hour), planned_end: ago(2 * hour) }
  expect(await code(begun)).toBe('incident_end_first')
  const { id } = (await open([repo], { starts_at: ago(hour) })).body
  expect((await close(id, ago(2 * hour))).code).toBe('incident_end_first')
  expect((await close(id, ago(-hour))).code).toBe('incident_end_later')
  expect((await close(id, ago(1000))).status).toBe(200)
  expect((await close(999_999)).code).toBe('unknown_incident')
})

test('mails each update once to subscribers only', async () => {
  const [follower, former, other] = [
    await signIn(shop.app),
    await signIn(shop.app),
    await signIn(shop.app),
  ]
  const follow = (on: boolean, who: typeof follower) =>
    shop.call(incidents.follow, { body: { on } }, who)
  for (const who of [follower, former]) expect((await follow(true, who)).body).toEqual({ on: true })
  await follow(false, former)
  expect((await shop.call(incidents.following, {}, follower)).body).toEqual({ on: true })
  expect((await shop.call(incidents.following, {}, other)).body).toEqual({ on: false })
  await workJobs(shop)
  const { id } = (await open([await newModule()])).body
  const { id: update } = await shop.db
    .selectFrom('incident_updates')
    .select('id')
    .where('incident_id', '=', id)
    .executeTakeFirstOrThrow()
  await workJobs(shop)
  await mailUpdate(shop.db, shop.shop.config, update)
  const mailed = await shop.db
    .selectFrom('mails')
    .select('user_id')
    .where('template', '=', 'incident-update')
    .where('user_id', 'in', [follower.user.id, former.user.id, other.user.id])
    .execute()
  expect(mailed).toEqual([{ user_id: follower.user.id }])
})

test('the ninety-day history has the worst state of each day and its duration', async () => {
  const repo = `past-${unique()}`
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0) - 48 * hour)
  const at = (hours: number) => new Date(noon.getTime() + hours * hour)
  const rows = [
    ['operational', -3],
    ['maintenance', 0],
    ['offline', 1],
    ['operational', 3],
  ] as const
  await shop.db
    .insertInto('module_periods')
    .values(rows.map(([status, hours]) => ({ repo, status, since: at(hours) })))
    .execute()
  const values = { repo, version: '1', status: 'operational' as const, last_updated: at(3) }
  await shop.db.insertInto('modules').values(values).execute()
  const history = async () =>
    (await shop.call(incidents.history, {})).body.find((each) => each.repo === repo)
  await expect.poll(history).toBeDefined()
  const { days } = (await history())!
  expect(days).toHaveLength(90)
  expect(days.slice(-4)).toEqual([
    { worst: null, down: 0 },
    { worst: 'offline', down: 3 * 3600 },
    { worst: 'operational', down: 0 },
    { worst: 'operational', down: 0 },
  ])
})

test('the ninety-day history begins with the state that the module had before', async () => {
  const repo = `past-${unique()}`
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0) - 48 * hour)
  const at = (days: number) => new Date(noon.getTime() + days * 24 * hour)
  const rows = [
    ['offline', -200],
    ['maintenance', -100],
    ['operational', 0],
  ] as const
  await shop.db
    .insertInto('module_periods')
    .values(rows.map(([status, days]) => ({ repo, status, since: at(days) })))
    .execute()
  const values = { repo, version: '1', status: 'operational' as const, last_updated: at(0) }
  await shop.db.insertInto('modules').values(values).execute()
  const { days } = (await listHistory(shop.db)).find((each) => each.repo === repo)!
  const whole = { worst: 'maintenance', down: 24 * 3600 }
  expect([days[0], days.at(-4)]).toEqual([whole, whole])
  expect(days.slice(-3)).toEqual([
    { worst: 'maintenance', down: 12 * 3600 },
    { worst: 'operational', down: 0 },
    { worst: 'operational', down: 0 },
  ])
})

test('a product shows that it is down, and that time is credited while an incident counts', async () => {
  const repo = await newModule()
  const product = { slug: unique(), name: unique(), price_cents: 1000 }
  const { id } = await shop.db
    .insertInto('products')
    .values(product)
    .returning('id')
    .executeTakeFirstOrThrow()
  const params = { id: String(id) }
  const set = { repos: [repo], states: ['offline' as const], from_minutes: 30 }
  const saved = await shop.call(credits.setPolicy, { params, body: set }, admin)
  expect(saved.body).toMatchObject({ ...set, factor: 1, rounding: 'second', revision: 1 })
  const shown = async () =>
    (await shop.call(incidents.affected, {})).body.find(({ game_id }) => game_id === id)
  const first = (await open([repo], { status: 'updating' })).body
  await expect.poll(shown).toMatchObject({ status: 'updating', time: null })
  await close(first.id)
  await expect.poll(shown).toBeUndefined()
  const since = ago(hour)
  await open([repo], { starts_at: since })
  await expect
    .poll(shown)
    .toMatchObject({ status: 'offline', since, time: 'credited', from_minutes: 30 })
  const stale = { revision: 0, from_minutes: 5 }
  const refused = await shop.call(credits.setPolicy, { params, body: stale }, admin)
  expect(refused.code).toBe('changed_meanwhile')
  for (const body of [{ factor: 2.5 }, { factor: 1.005 }, { from_minutes: -1 }])
    expect((await shop.call(credits.setPolicy, { params, body }, admin)).status).toBe(422)
})
