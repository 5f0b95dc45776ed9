import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { credits } from '#contract/outages/credits.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch, applySome } from './apply.ts'
import { mailBatch } from './mail.ts'
import { creditDesk, day, hour } from './testing/credit-desk.ts'
import { nearness } from './testing/nearness.ts'
import { undoBatch, undoSome } from './undo.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
const { near } = nearness()

/** Creates a confirmed batch of one day for five customers of a product. */
async function confirmed(people = 5) {
  const { id: product } = await desk.product()
  const runs = await Promise.all(Array.from({ length: people }, () => desk.run(product, 1, 100)))
  const { id } = (await desk.byHand(product, 24)).body
  await desk.preview(id)
  const { body } = await desk.confirm(id, people)
  expect(body.state).toBe('confirmed')
  const ends = () => Promise.all(runs.map(({ user }) => desk.endOf(product, user)))
  return { id, product, runs, ends }
}

test('repeating a request whose response was lost drafts the batch once', async () => {
  const { id: game_id } = await desk.product()
  const body = { id: randomUUID(), game_id, hours: 24, title: 'A day', note: '' }
  const ask = (given: object = {}) => shop.call(credits.add, { body: { ...body, ...given } }, admin)
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second.body.id).toBe(first.body.id)
  expect((await ask()).body.id).toBe(first.body.id)
  expect((await ask({ hours: 48 })).code).toBe('batch_id_used')
})

test('a closed incident drafts a batch that credits each run its lost time to the second', async () => {
  const { id: product, repo } = await desk.product({ factor: 1.5, rounding: 'second' })
  const whole = await desk.run(product, 100, 1000)
  const late = await desk.run(product, 3, 1000)
  const ended = await desk.run(product, 100, 97)
  const before = await desk.run(product, 100, 90)
  const after = await desk.run(product, 1, 100)
  const beside = await desk.run((await desk.product()).id, 100, 1000)
  const { batch } = await desk.incident(repo, 4, 2)
  const { body } = await desk.preview(batch!)
  const listed = await desk.listed(batch!)
  near(listed.get(whole.id), 3 * hour)
  near(listed.get(late.id), 1.5 * hour)
  near(listed.get(ended.id), 1.5 * hour)
  for (const { id } of [before, after, beside]) expect(listed.has(id)).toBe(false)
  expect(body.effects).toMatchObject({ people: 3, runs: 3, left_out: {} })
  near(body.effects!.seconds, 6 * hour)
  // 30 dollars for 30 days.
  expect(body.effects!.worth).toBeCloseTo(0.25, 2)
  near(Date.parse(body.effects!.earliest_end!) / 1000, Date.now() / 1000 + 1.5 * hour)
  const end = await desk.endOf(product, whole.user)
  await desk.confirm(batch!, 3)
  await workJobs(shop)
  expect(await desk.get(batch!)).toMatchObject({ state: 'applied', given: 3 })
  near((await desk.endOf(product, whole.user)) - end, 3 * hour)
  // A customer whose time had expired gets a new run.
  near((await desk.endOf(product, ended.user)) - Date.now() / 1000, 1.5 * hour)
})

test('leaves out banned, deleted, disputed and lifetime runs, with the reason', async () => {
  const { id: product } = await desk.product()
  const [fine, banned, deleted, life] = [
    await desk.run(product, 10, 100),
    await desk.run(product, 10, 100),
    await desk.run(product, 10, 100),
    await desk.run(product, 10, Number.POSITIVE_INFINITY),
  ]
  const set = (id: number, values: object) =>
    shop.db.updateTable('users').set(values).where('id', '=', id).execute()
  await set(banned.user, { banned: true })
  await set(deleted.user, { deleted_at: new Date() })
  const { id } = (await desk.byHand(product, 48)).body
  const { body } = await desk.preview(id)
  expect(body.effects).toMatchObject({
    people: 1,
    seconds: 2 * day,
    left_out: { banned: 1, deleted: 1, lifetime: 1 },
  })
  const { body: csv } = await shop.app.inject({
    url: `/api/admin/credits/${id}/export`,
    headers: { cookie: admin.cookie },
  })
  expect(csv).toContain(`,${fine.id},${2 * day},planned,`)
  expect(csv).toContain(`,${life.id},${2 * day},left_out,lifetime,`)
  // A customer banned after the preview gets nothing either.
  await set(fine.user, { banned: true })
  await desk.confirm(id, 1)
  await workJobs(shop)
  expect(await desk.listed(id)).toContainEqual([fine.id, 'banned'])
  expect(await desk.get(id)).toMatchObject({ state: 'applied', given: 0 })
})

test('refuses a batch whose preview was refreshed since the staff member read it', async () => {
  const { id: product, repo } = await desk.product()
  await desk.run(product, 100, 1000)
  const { id: incident, batch, revision } = await desk.incident(repo, 6, 4)
  const { previewed_at } = (await desk.preview(batch!)).body
  const changes = { revision, starts_at: new Date(Date.now() - 40 * hour * 1000).toISOString() }
  await shop.call(staffIncidents.change, { params: { id: `${incident}` }, body: changes }, admin)
  // The number of people is the same, but each gets eighteen times as much.
  const { body: now } = await desk.preview(batch!)
  near(now.effects!.seconds, 36 * hour)
  expect((await desk.confirm(batch!, 1, { previewed_at: previewed_at! })).code).toBe(
    'batch_previewed',
  )
  const seen = { previewed_at: now.previewed_at! }
  expect((await desk.confirm(batch!, 1, seen)).body.state).toBe('confirmed')
})

test('counts overlapping incidents once, and joins incidents close to each other', async () => {
  const { id: product, repo } = await desk.product()
  const { id } = await desk.run(product, 100, 1000)
  const short = await desk.incident(repo, 20, 19.5)
  expect(short.batch).toBeNull()
  const first = await desk.incident(repo, 19.4, 18.5)
  expect((await desk.preview(first.batch!)).status).toBe(200)
  near((await desk.listed(first.batch!)).get(id), 1.5 * hour)
  await desk.confirm(first.batch!, 1)
  await workJobs(shop)
  const second = await desk.incident(repo, 19, 17)
  await desk.preview(second.batch!)
  near((await desk.listed(second.batch!)).get(id), 1.5 * hour)
  await desk.confirm(second.batch!, 1)
  await workJobs(shop)
  const within = await desk.incident(repo, 19, 17.9)
  const { body } = await desk.preview(within.batch!)
  expect(body.effects).toMatchObject({ people: 0, left_out: { credited: 1 } })
  expect((await desk.confirm(within.batch!, 0)).code).toBe('batch_empty')
  const states = await desk.incident(repo, 10, 5, 'updating')
  expect(states.batch).toBeNull()
})

test('a batch whose time was credited since its preview needs a new preview, and credits the rest', async () => {
  const { id: product, repo } = await desk.product()
  const { id } = await desk.run(product, 100, 1000)
  const first = await desk.incident(repo, 10, 8)
  await desk.preview(first.batch!)
  const second = await desk.incident(repo, 8.5, 5)
  await desk.preview(second.batch!)
  near((await desk.listed(second.batch!)).get(id), 5 * hour)
  await desk.confirm(first.batch!, 1)
  expect((await desk.confirm(second.batch!, 1)).code).toBe('batch_overtaken')
  await workJobs(shop)
  expect((await desk.confirm(second.batch!, 1)).code).toBe('batch_overtaken')
  await desk.preview(second.batch!)
  near((await desk.listed(second.batch!)).get(id), 3 * hour)
  expect((await desk.confirm(second.batch!, 1)).status).toBe(200)
  await workJobs(shop)
  const credited = (await desk.ledger(product)).filter((line) => line.startsWith('credit '))
  expect(credited).toHaveLength(2)
})

test('rounds incidents close to each other together, also after one was undone', async () => {
  const { id: product, repo } = await desk.product({ rounding: 'day' })
  await desk.run(product, 100, 1000)
  const give = async (batch: number) => {
    await desk.preview(batch)
    const listed = [...(await desk.listed(batch)).values()][0]
    if (typeof listed === 'number') await desk.confirm(batch, 1)
    await workJobs(shop)
    return listed
  }
  const first = await desk.incident(repo, 60, 58)
  expect(await give(first.batch!)).toBe(day)
  // Five minutes later: the day that was already granted covers both.
  const near = await desk.incident(repo, 57.95, 55)
  expect(await give(near.batch!)).toBe('credited')
  // With thirty more hours, both are two days together, and not three.
  const long = await desk.incident(repo, 54.9, 24)
  expect(await give(long.batch!)).toBe(day)
  await desk.undo(first.batch!)
  await workJobs(shop)
  const again = await desk.incident(repo, 60, 58)
  expect(await give(again.batch!)).toBe(day)
  expect(await desk.ledger(product)).toEqual([
    'grant 3600000',
    `credit ${day}`,
    `credit ${day}`,
    `credit_back -${day}`,
    `credit ${day}`,
  ])
})

test('one of two concurrent batches about the same time credits it', async () => {
  const { id: product, repo } = await desk.product()
  const runs = await Promise.all([1, 2, 3, 4].map(() => desk.run(product, 100, 1000)))
  const ids = [await desk.incident(repo, 6, 4), await desk.incident(repo, 6, 4)].map(
    ({ batch }) => batch!,
  )
  for (const id of ids) await desk.preview(id)
  // The second confirmation is refused. Set both to confirmed, as if it had not been.
  const answers = await Promise.all(ids.map((id) => desk.confirm(id, 4)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['batch_overtaken', undefined])
  await shop.db
    .updateTable('credit_batches')
    .set({ state: 'confirmed', confirmed_at: new Date() })
    .where('id', 'in', ids)
    .execute()
  await Promise.all(ids.map((id) => applyBatch(shop.db, id, 1).catch(() => {})))
  for (const id of ids) await applyBatch(shop.db, id)
  const ledger = await desk.ledger(product)
  expect(ledger.filter((line) => line.startsWith('credit'))).toHaveLength(runs.length)
})

test('a batch that is applied twice, concurrently and in pieces, credits once', async () => {
  const { id, product, ends } = await confirmed()
  const before = await ends()
  // Simulates that the process ended after two of five credits.
  expect(await applySome(shop.db, id, 2)).not.toBeNull()
  expect((await desk.ledger(product)).filter((line) => line.startsWith('credit'))).toHaveLength(2)
  await Promise.all([applyBatch(shop.db, id, 1), applyBatch(shop.db, id, 2)])
  await applyBatch(shop.db, id)
  await workJobs(shop)
  expect((await desk.ledger(product)).filter((line) => line === `credit ${day}`)).toHaveLength(5)
  for (const [at, end] of (await ends()).entries()) near(end - before[at]!, day)
  expect(await desk.get(id)).toMatchObject({ state: 'applied', given: 5 })
})

test('undoing, also in pieces, restores every expiry date and keeps used time', async () => {
  const { id, product, runs, ends } = await confirmed()
  const before = await ends()
  await workJobs(shop)
  // The first customer has used all but an hour of their time.
  const used = runs[0]!
  const left = await desk.endOf(product, used.user)
  const shorten = Math.floor(left - Date.now() / 1000) - hour
  const back = { subscription_id: used.id, seconds: -shorten, cause: 'revocation' as const }
  await shop.db.insertInto('time_entries').values(back).execute()
  await desk.undo(id)
  expect(await undoSome(shop.db, id, 2)).not.toBeNull()
  await Promise.all([undoBatch(shop.db, id, 1), undoBatch(shop.db, id, 2)])
  await workJobs(shop)
  const { state, taken_back, kept } = await desk.get(id)
  expect(state).toBe('undone')
  near(taken_back, 4 * day + hour)
  near(kept, day - hour)
  for (const [at, end] of (await ends()).entries()) if (at > 0) near(end, before[at]!)
  near(await desk.endOf(product, used.user), Date.now() / 1000)
  expect((await desk.undo(id)).code).toBe('batch_state')
})

test('undone time can be credited again', async () => {
  const { id: product, repo } = await desk.product()
  const { id } = await desk.run(product, 100, 1000)
  const { batch } = await desk.incident(repo, 6, 4)
  await desk.preview(batch!)
  await desk.confirm(batch!, 1)
  await workJobs(shop)
  await desk.undo(batch!)
  await workJobs(shop)
  const again = await desk.incident(repo, 6, 4)
  await desk.preview(again.batch!)
  near((await desk.listed(again.batch!)).get(id), 2 * hour)
})

test('validates batches', async () => {
  const { id: product } = await desk.product()
  await desk.run(product, 1, 100)
  const { id } = (await desk.byHand(product, 1)).body
  expect((await desk.confirm(id, 1)).code).toBe('batch_state')
  const asked = await Promise.all(
    [1, 2, 3].map(() => shop.call(credits.preview, { params: { id: String(id) } }, admin)),
  )
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await desk.confirm(id, 1)).code).toBe('batch_state')
  await workJobs(shop)
  expect((await desk.confirm(id, 2)).code).toBe('batch_people')
  const answers = await Promise.all([1, 2, 3].map(() => desk.confirm(id, 1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await desk.preview(id)).code).toBe('batch_state')
  expect((await desk.drop(id)).code).toBe('batch_state')
  await workJobs(shop)
  await shop.db
    .updateTable('credit_batches')
    .set({ applied_at: new Date(Date.now() - 73 * hour * 1000) })
    .where('id', '=', id)
    .execute()
  expect((await desk.undo(id)).code).toBe('batch_too_old')
  const other = (await desk.byHand(product, 1)).body
  expect((await desk.drop(other.id)).body.state).toBe('dropped')
  expect((await desk.byHand(999_999, 1)).code).toBe('unknown_product')
  for (const hours of [0, 1.5, 8761]) expect((await desk.byHand(product, hours)).status).toBe(422)
  expect((await desk.preview(999_999)).code).toBe('unknown_batch')
  const support = await signIn(shop.app, { support: true })
  expect((await shop.call(credits.list, { query: {} }, support)).status).toBe(200)
})

test('credits a few lost minutes without a mail', async () => {
  const { id: product, repo } = await desk.product()
  const hours = await desk.run(product, 10, 100)
  const minutes = await desk.run(product, 2.5, 100)
  const { batch } = await desk.incident(repo, 4, 2)
  await desk.preview(batch!)
  await desk.confirm(batch!, 2)
  await workJobs(shop)
  near((await desk.listed(batch!)).get(minutes.id), 0.5 * hour)
  const mails = await shop.db
    .selectFrom('mails')
    .select('user_id')
    .where('user_id', 'in', [hours.user, minutes.user])
    .where('template', '=', 'time-credited')
    .execute()
  expect(mails).toEqual([{ user_id: hours.user }])
})

test('mails each customer of a batch once, with all that it credited', async () => {
  const { id: product } = await desk.product()
  const { user } = await desk.run(product, 1, 100)
  const { id } = (await desk.byHand(product, 48)).body
  await desk.preview(id)
  await desk.confirm(id, 1)
  await workJobs(shop)
  await mailBatch(shop.db, shop.shop.config, id)
  const mails = await shop.db
    .selectFrom('mails')
    .select(['text_body'])
    .where('user_id', '=', user)
    .where('template', '=', 'time-credited')
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('2 days')
})
