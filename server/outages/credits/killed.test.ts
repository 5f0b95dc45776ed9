import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch } from './apply.ts'
import { giveStillBack } from './give-still.ts'
import { creditDesk, day } from './testing/credit-desk.ts'
import { undoBatch } from './undo.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
const people = 800
let crowds = 0
const repository = new URL('../../..', import.meta.url)

async function addPeople(product: number) {
  crowds += 1
  const name = `one-of-crowd-${crowds}-`
  await sql`
    with people as (
      insert into users (username, email)
      select ${name} || n, ${name} || n || '@example.com'
        from generate_series(1, ${people}) as n
      returning id
    )
    insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
    select id, ${product}, now() - interval '1 day', 864000, now() + interval '9 days'
      from people`.execute(db)
}

/** Starts another process that runs this code against the database, as the worker does. */
function elsewhere(imports: string, work: string) {
  const program = `
    ${imports}
    import { openDatabase } from '#server/kernel/database/database.ts'
    const db = openDatabase(${JSON.stringify(shop.databaseUrl)}, 1)
    ${work}
    process.exit()`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: repository,
    stdio: 'inherit',
  })
}

/** Checks that the processes were killed midway. */
async function killEach(count: () => Promise<number>, begin: () => ReturnType<typeof elsewhere>) {
  for (const most of [20, 200]) {
    const worker = begin()
    const ended = once(worker, 'exit')
    while ((await count()) < most && worker.exitCode === null) await delay(2)
    expect(worker.exitCode, 'it ended before it was killed').toBeNull()
    worker.kill('SIGKILL')
    await ended
    expect(await count(), 'it was killed too late to prove anything').toBeLessThan(people)
  }
}

async function countCredits(batch: number, state: 'given' | 'undone') {
  const { rows } = await sql<{ credits: number }>`
    select count(*)::int as credits from time_credits
     where batch_id = ${batch} and state = ${state}`.execute(db)
  return rows[0]!.credits
}

/** Counts the customers with exactly this entry and a run of this length, and the entries. */
async function countEntries(product: number, cause: string, seconds: number, length: number) {
  const { rows } = await sql<{ people: number; entries: number }>`
    select count(distinct user_id)::int as people, count(*)::int as entries
      from time_entries join subscriptions on subscriptions.id = subscription_id
     where product_id = ${product} and cause = ${cause} and seconds = ${seconds}
       and term_length = ${length}`.execute(db)
  return rows[0]!
}

async function confirmed() {
  const { id: product } = await desk.product()
  await addPeople(product)
  const { id } = (await desk.byHand(product, 48)).body
  await desk.preview(id)
  await desk.confirm(id, people)
  return { product, id }
}

test('processes that are killed in the middle of a batch credit everyone once', async () => {
  const { product, id } = await confirmed()
  await killEach(
    () => countCredits(id, 'given'),
    () =>
      elsewhere(
        `import { applyBatch } from '#server/outages/credits/apply.ts'`,
        `await applyBatch(db, ${id}, 10)`,
      ),
  )
  expect((await desk.get(id)).state).toBe('applying')
  // Applies the batch as its job does after the interruption.
  await applyBatch(db, id)
  expect(await desk.get(id)).toMatchObject({ state: 'applied', given: people })
  expect(await countEntries(product, 'credit', 2 * day, 12 * day)).toEqual({
    people,
    entries: people,
  })
})

test('processes that are killed while a batch is undone take back everything once', async () => {
  const { product, id } = await confirmed()
  await applyBatch(db, id)
  expect((await desk.undo(id)).status).toBe(200)
  await killEach(
    () => countCredits(id, 'undone'),
    () =>
      elsewhere(
        `import { undoBatch } from '#server/outages/credits/undo.ts'`,
        `await undoBatch(db, ${id}, 10)`,
      ),
  )
  expect((await desk.get(id)).state).toBe('undoing')
  await undoBatch(db, id)
  expect((await desk.get(id)).state).toBe('undone')
  expect(await countEntries(product, 'credit_back', -2 * day, 10 * day)).toEqual({
    people,
    entries: people,
  })
})

test('processes that are killed while frozen time is credited, also in the preview, credit it once', async () => {
  const { id: product, repo } = await desk.product({ mode: 'still', rounding: 'hour' })
  await addPeople(product)
  await desk.incident(repo, 4, 1.5)
  const { id: still } = await db
    .selectFrom('stills')
    .select('id')
    .where('product_id', '=', product)
    .executeTakeFirstOrThrow()
  const batchOf = async () =>
    (await db.selectFrom('credit_batches').selectAll().where('still_id', '=', still).execute())[0]
  const begin = () =>
    elsewhere(
      `import { giveStillBack } from '#server/outages/credits/give-still.ts'`,
      `await giveStillBack(db, ${still})`,
    )
  // The process creates the batch and then determines the recipients.
  const first = begin()
  const ended = once(first, 'exit')
  while (!(await batchOf()) && first.exitCode === null) await delay(1)
  first.kill('SIGKILL')
  await ended
  const listed = async () => countCredits((await batchOf())!.id, 'given')
  const second = begin()
  const over = once(second, 'exit')
  while ((await listed()) === 0 && second.exitCode === null) await delay(1)
  expect(second.exitCode, 'it ended before it was killed').toBeNull()
  second.kill('SIGKILL')
  await over
  expect(await listed(), 'it was killed too late to prove anything').toBeLessThan(people)
  await giveStillBack(db, still)
  expect((await batchOf())!.state).toBe('applied')
  expect(await countEntries(product, 'credit', 3 * 3600, 10 * day + 3 * 3600)).toEqual({
    people,
    entries: people,
  })
  const given = await db
    .selectFrom('stills')
    .select('given_at')
    .where('id', '=', still)
    .executeTakeFirstOrThrow()
  expect(given.given_at).not.toBeNull()
})
