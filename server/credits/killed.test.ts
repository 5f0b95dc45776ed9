import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch } from './apply.ts'
import { creditDesk } from './testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
const people = 800
const repository = new URL('../..', import.meta.url)

async function addPeople(product: number) {
  await sql`
    with people as (
      insert into users (username, email)
      select 'one-of-many-' || n, 'one-of-many-' || n || '@example.com'
        from generate_series(1, ${people}) as n
      returning id
    )
    insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
    select id, ${product}, now() - interval '1 day', 864000, now() + interval '9 days'
      from people`.execute(db)
}

/** Another process that gives a batch, as the worker does. */
function applyElsewhere(batch: number) {
  const program = `
    import { applyBatch } from '#server/credits/apply.ts'
    import { openDatabase } from '#server/kernel/database.ts'
    await applyBatch(openDatabase(${JSON.stringify(shop.databaseUrl)}, 1), ${batch}, 10)
    process.exit()`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: repository,
    stdio: 'inherit',
  })
}

test('processes that are killed in the middle of a batch give everybody their time once', async () => {
  const { id: product } = await desk.product()
  await addPeople(product)
  const { id } = (await desk.byHand(product, 48)).body
  await desk.preview(id)
  await desk.confirm(id, people)
  const givenBy = async () => {
    const { rows } = await sql<{ given: number }>`
      select count(*)::int as given from time_credits
       where batch_id = ${id} and state = 'given'`.execute(db)
    return rows[0]!.given
  }
  const seen: number[] = []
  for (const most of [20, 200]) {
    const worker = applyElsewhere(id)
    const ended = once(worker, 'exit')
    while ((await givenBy()) < most && worker.exitCode === null) await delay(2)
    expect(worker.exitCode, 'it ended before it was killed').toBeNull()
    worker.kill('SIGKILL')
    await ended
    seen.push(await givenBy())
  }
  for (const given of seen)
    expect(given, 'it was killed too late to prove anything').toBeLessThan(people)
  expect((await desk.get(id)).state).toBe('applying')
  // As the job does that was asked for it, and that nobody has finished.
  await applyBatch(db, id)
  expect(await desk.get(id)).toMatchObject({ state: 'applied', given: people })
  const { rows } = await sql<{ people: number; entries: number; ends: number }>`
    select count(distinct user_id)::int as people, count(*)::int as entries,
           count(distinct term_length)::int as ends
      from time_entries join subscriptions on subscriptions.id = subscription_id
     where product_id = ${product} and cause = 'credit' and seconds = 172800
       and term_length = 864000 + 172800`.execute(db)
  expect(rows[0]).toEqual({ people, entries: people, ends: 1 })
}, 120_000)
