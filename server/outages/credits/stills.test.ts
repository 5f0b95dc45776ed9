import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { credits } from '#contract/outages/credits.ts'
import { incidents } from '#contract/outages/incidents.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { revokeTime } from '#server/access/subscriptions/ledger.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applySome } from './apply.ts'
import { giveStillBack } from './give-still.ts'
import { previewBatch } from './preview.ts'
import { stillJobs } from './still-jobs.ts'
import { moveStills } from './stills.ts'
import { creditDesk, hour } from './testing/credit-desk.ts'
import { nearness } from './testing/nearness.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
afterEach(() => void vi.useRealTimers())
const { near, slack } = nearness()
const moment = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
const still = { mode: 'still' as const, from_minutes: 60 }

/** Opens an incident that started this many hours ago. */
async function open(repo: string, from: number) {
  const title = randomBytes(4).toString('hex')
  const body = { title, repos: [repo], status: 'maintenance' as const, text: 'Down' }
  const starts_at = moment(from)
  const answer = await shop.call(staffIncidents.add, { body: { ...body, starts_at } }, admin)
  return answer.body.id
}
const close = (id: number, to: number) =>
  shop.call(
    staffIncidents.close,
    { params: { id: String(id) }, body: { text: 'Over', ended_at: moment(to) } },
    admin,
  )
const setMode = (product: number, mode: 'still' | 'credit') =>
  shop.call(credits.setPolicy, { params: { id: String(product) }, body: { mode } }, admin)
const stillsOf = (product: number) =>
  shop.db.selectFrom('stills').selectAll().where('product_id', '=', product).orderBy('id').execute()
const given = async (product: number) =>
  (await desk.ledger(product)).filter((line) => line.startsWith('credit'))

test('time is frozen during an incident and extended by its length, to the second', async () => {
  const { id: product, repo } = await desk.product(still)
  const customer = await signIn(shop.app)
  const whole = await desk.run(product, 100, 1000, customer.user.id)
  const late = await desk.run(product, 2, 1000)
  const lapsed = await signIn(shop.app)
  await desk.run(product, 100, 97, lapsed.user.id)
  const before = await desk.run(product, 100, 90)
  const { id: other } = await desk.product()
  const beside = await desk.run(other, 100, 1000)
  const ends = async () => Promise.all([whole, late].map(({ user }) => desk.endOf(product, user)))
  const [end, lateEnd] = await ends()

  const incident = await open(repo, 4)
  const mine = async (who: { cookie: string }) =>
    (await shop.call(subscriptions.list, {}, who)).body.find(({ game_id }) => game_id === product)
  near(Date.parse((await mine(customer))!.stands_still_since!) / 1000, Date.now() / 1000 - 4 * hour)
  // The expiry date has passed, but not for a customer whose time is frozen.
  expect((await mine(lapsed))!.stands_still_since).not.toBeNull()
  const affected = async () =>
    (await shop.call(incidents.affected, {})).body.find(({ game_id }) => game_id === product)
  await expect.poll(affected).toMatchObject({ status: 'maintenance', time: 'stands_still' })
  const params = { id: String(product) }
  const why = async () => (await shop.call(subscriptions.ledger, { params }, customer)).body
  expect((await why()).stands_still_since).not.toBeNull()
  expect(await ends()).toEqual([end, lateEnd])

  expect((await close(incident, 1)).body).toMatchObject({ state: 'closed', batch: null })
  await workJobs(shop)
  const [after, lateAfter] = await ends()
  near(after! - end!, 3 * hour)
  near(lateAfter! - lateEnd!, 1 * hour)
  near((await desk.endOf(product, lapsed.user.id)) - Date.now() / 1000, 1 * hour)
  near(await desk.endOf(product, before.user), Date.now() / 1000 - 10 * hour)
  near(await desk.endOf(other, beside.user), Date.now() / 1000 + 900 * hour)
  expect((await mine(customer))!.stands_still_since).toBeNull()
  expect((await why()).entries.map(({ cause }) => cause)).toEqual(['grant', 'still'])
  expect((await stillsOf(product))[0]!.given_at).not.toBeNull()
  await expect.poll(affected).toBeUndefined()
})

test('credits frozen time once, however often and wherever the incident ends', async () => {
  const { id: product, repo } = await desk.product(still)
  for (let n = 0; n < 5; n += 1) await desk.run(product, 100, 1000)
  const incident = await open(repo, 4)
  await Promise.all([moveStills(shop.db), moveStills(shop.db)])
  const closed = await Promise.all([close(incident, 1), close(incident, 1), close(incident, 1)])
  expect(closed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [only, ...rest] = await stillsOf(product)
  expect(rest).toEqual([])
  // Simulates that the process ended after two of five credits.
  const { created_by } = await shop.db
    .selectFrom('incidents')
    .select('created_by')
    .where('id', '=', incident)
    .executeTakeFirstOrThrow()
  const batch = await shop.db
    .insertInto('credit_batches')
    .values({
      product_id: product,
      still_id: only!.id,
      title: 'x',
      created_by,
      state: 'previewing',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await previewBatch(shop.db, batch.id)
  await applySome(shop.db, batch.id, 2)
  expect(await given(product)).toHaveLength(2)
  await Promise.all([giveStillBack(shop.db, only!.id), giveStillBack(shop.db, only!.id)])
  await giveStillBack(shop.db, only!.id)
  await workJobs(shop)
  const lines = await given(product)
  expect(lines).toHaveLength(5)
  for (const line of lines) near(Number(line.split(' ')[1]), 3 * hour)
  expect((await stillsOf(product)).filter(({ given_at }) => given_at === null)).toEqual([])
})

test('a job credits frozen time, and a new job takes over from a lost one', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const incident = await open(repo, 4)
  await moveStills(shop.db)
  await close(incident, 1)
  const [only] = await stillsOf(product)
  const jobs = sql`graphile_worker._private_jobs`
  const theirs = sql`payload ->> 'still' = ${String(only!.id)}`
  const look = async () => {
    await stillJobs[0]!.run(shop.shop, {})
    const { rows } = await sql`select from ${jobs} where ${theirs}`.execute(shop.db)
    return rows.length
  }
  await sql`update stills set ended_at = now() - interval '6 minutes' where id = ${only!.id}`.execute(
    shop.db,
  )
  await sql`update ${jobs} set locked_at = now(), locked_by = 'busy', attempts = 1 where ${theirs}`.execute(
    shop.db,
  )
  expect([await look(), await look()]).toEqual([1, 1])
  await sql`delete from ${jobs} where ${theirs}`.execute(shop.db)
  expect(await look()).toBe(1)
  await workJobs(shop)
  expect(await given(product)).toHaveLength(1)
})

test('an incident counts by its state and from the length in the policy', async () => {
  const { id: product, repo } = await desk.product(still)
  await desk.run(product, 100, 1000)
  const short = await open(repo, 0.5)
  await moveStills(shop.db)
  expect(await stillsOf(product)).toEqual([])
  await shop.db
    .updateTable('incidents')
    .set({ starts_at: sql<Date>`starts_at - interval '31 minutes'` })
    .where('id', '=', short)
    .execute()
  await moveStills(shop.db)
  expect(await stillsOf(product)).toHaveLength(1)
  await close(short, 0)
  const { id: other, repo: updating } = await desk.product({ ...still, states: ['offline'] })
  await desk.run(other, 100, 1000)
  await close(await open(updating, 5), 1)
  expect(await stillsOf(other)).toEqual([])
})

test('closing at an earlier time credits the lost time, and nothing if that is too short', async () => {
  const { id: product, repo } = await desk.product(still)
  const { user } = await desk.run(product, 100, 1000)
  const end = await desk.endOf(product, user)
  const incident = await open(repo, 4)
  // Simulates that the freeze took effect two hours ago.
  await shop.db
    .updateTable('stills')
    .set({ held_at: new Date(moment(2)) })
    .where('product_id', '=', product)
    .execute()
  await close(incident, 3.5)
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 2 * hour)
  await close(await open(repo, 20), 19.5)
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 2 * hour)
})

test('counts overlapping incidents once, and joins incidents close to each other', async () => {
  const { id: product, repo } = await desk.product({ ...still, from_minutes: 0 })
  const { user } = await desk.run(product, 100, 1000)
  const end = await desk.endOf(product, user)
  const [first, second] = [await open(repo, 6), await open(repo, 5)]
  await close(first, 4)
  expect((await stillsOf(product)).at(-1)!.ended_at).toBeNull()
  await close(second, 3)
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 3 * hour)
  // Five minutes later, for another five minutes: ten with the gap between them.
  const third = await open(repo, 3 - 5 / 60)
  await close(third, 3 - 10 / 60)
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 3 * hour + 600)
  // Time that was already credited is not credited again.
  await close(await open(repo, 6), 3)
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 3 * hour + 600)
})

test('leaves out banned runs, and a revocation takes all remaining time', async () => {
  const { id: product, repo } = await desk.product(still)
  const banned = await desk.run(product, 100, 1000)
  const revoked = await desk.run(product, 100, 1000)
  const incident = await open(repo, 4)
  await shop.db.updateTable('users').set({ banned: true }).where('id', '=', banned.user).execute()
  const taken = { userId: revoked.user, productId: product, actorId: admin.user.id }
  const [{ seconds } = { seconds: 0 }] = await revokeTime(shop.db, taken)
  near(seconds, 904 * hour)
  expect(await revokeTime(shop.db, taken)).toEqual([])
  await close(incident, 1)
  await workJobs(shop)
  expect(await given(product)).toEqual([])
})

test('credits only the remaining time if a gift was taken back during the freeze', async () => {
  const { id: product, repo } = await desk.product(still)
  const { id, user } = await desk.run(product, 100, 97)
  const entry = await shop.db
    .insertInto('time_entries')
    .values({ subscription_id: id, seconds: 5 * hour, cause: 'grant' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const gift = { id: randomUUID(), entry_id: entry.id, actor_id: admin.user.id, reason: 'Sorry' }
  await shop.db.insertInto('time_gifts').values(gift).execute()
  const incident = await open(repo, 4)
  const undo = { params: { uid: String(user), gift: gift.id }, body: { reason: 'Wrong customer' } }
  expect((await shop.call(staffSubscriptions.undo, undo, admin)).status).toBe(200)
  near(await desk.endOf(product, user), Date.now() / 1000 - 3 * hour)
  await close(incident, 1)
  await workJobs(shop)
  near(await desk.endOf(product, user), Date.now() / 1000 + hour)
})

test('changing the mode ends the freeze, and the rest is credited by the new mode', async () => {
  const { id: product, repo } = await desk.product(still)
  const { id, user } = await desk.run(product, 100, 1000)
  const end = await desk.endOf(product, user)
  const incident = await open(repo, 4)
  expect((await setMode(product, 'credit')).body.mode).toBe('credit')
  await workJobs(shop)
  near((await desk.endOf(product, user)) - end, 4 * hour)
  const { batch } = (await close(incident, 0)).body
  await desk.preview(batch!)
  // The rest is zero, or as long as this test took.
  const rest = (await desk.listed(batch!)).get(id) ?? 0
  expect(rest === 'credited' || Number(rest) <= slack()).toBe(true)
})

test('credits nothing to runs that were revoked between the end and the batch', async () => {
  const { id: product, repo } = await desk.product(still)
  const revoked = await desk.run(product, 100, 1000)
  const lapsed = await desk.run(product, 100, 97)
  const incident = await open(repo, 4)
  await close(incident, 1)
  const taken = { userId: revoked.user, productId: product, actorId: admin.user.id }
  expect(await revokeTime(shop.db, taken)).toHaveLength(1)
  await workJobs(shop)
  near(await desk.endOf(product, revoked.user), Date.now() / 1000)
  expect(await given(product)).toHaveLength(1)
  near(await desk.endOf(product, lapsed.user), Date.now() / 1000 + hour)
})

test('credits nothing to runs that were revoked between the preview and the batch', async () => {
  const { id: product } = await desk.product()
  const revoked = await desk.run(product, 100, 1000)
  const { body } = await desk.byHand(product, 48)
  await desk.preview(body.id)
  await desk.confirm(body.id, 1)
  await revokeTime(shop.db, { userId: revoked.user, productId: product, actorId: admin.user.id })
  await workJobs(shop)
  expect(await given(product)).toEqual([])
  expect((await desk.listed(body.id)).get(revoked.id)).toBe('taken')
})

test.each([
  ['behind', 'ahead'],
  ['ahead', 'behind'],
])(
  'an incident that a process %s of the others opened and one %s closes credits its length',
  async (first) => {
    const { id: product, repo } = await desk.product({ mode: 'still', from_minutes: 0 })
    await desk.run(product, 100, 1000)
    const real = Date.now()
    const off = first === 'behind' ? -600_000 : 600_000
    const body = { title: 'Down', repos: [repo], status: 'maintenance' as const, text: 'Down' }
    vi.useFakeTimers({ toFake: ['Date'], now: real + off })
    const opened = await shop.call(staffIncidents.add, { body }, admin)
    vi.setSystemTime(real - off)
    const over = { params: { id: String(opened.body.id) }, body: { text: 'Over' } }
    const closed = await shop.call(staffIncidents.close, over, admin)
    expect(closed.status).toBe(200)
    vi.useRealTimers()
    await workJobs(shop)
    const lines = await given(product)
    const seconds = lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
    expect(seconds).toBeLessThanOrEqual(slack())
  },
)
