import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { enqueue, job, runJobs } from './jobs.ts'
import { openTestShop, type TestShop } from './testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

function counted(name: string) {
  const seen: number[] = []
  const declared = job({
    name,
    payload: z.object({ number: z.int() }),
    run: async (_shop, { number }) => void seen.push(number),
  })
  return { declared, seen }
}

test('a job exists if and only if its transaction commits', async () => {
  const { declared, seen } = counted('commit-test')
  await shop.db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, declared, { number: 1 })
      throw new Error('rolled back')
    })
    .catch(() => {})
  await shop.db.transaction().execute((tx) => enqueue(tx, declared, { number: 2 }))
  const runner = await runJobs(shop.shop, [declared], shop.databaseUrl)
  await expect.poll(() => seen).toEqual([2])
  await runner.stop()
})

test('what a killed process had begun is worked by the next', async () => {
  const { declared, seen } = counted('orphan-test')
  await enqueue(shop.db, declared, { number: 7 })
  await sql`update graphile_worker._private_jobs
               set locked_at = now(), locked_by = 'worker-of-a-killed-process'`.execute(shop.db)
  const runner = await runJobs(shop.shop, [declared], shop.databaseUrl)
  await expect.poll(() => seen).toEqual([7])
  await runner.stop()
})

test('what a living process works on is left alone', async () => {
  let release = () => {}
  let runs = 0
  const slow = job({
    name: 'slow-test',
    payload: z.object({}),
    run: () => {
      runs += 1
      return new Promise<void>((resolve) => {
        release = resolve
      })
    },
  })
  const first = await runJobs(shop.shop, [slow], shop.databaseUrl)
  await enqueue(shop.db, slow, {})
  await expect.poll(() => runs).toBe(1)
  // Starting frees orphans before it works anything.
  const second = await runJobs(shop.shop, [slow], shop.databaseUrl)
  const { rows } = await sql<{ locked: boolean }>`
    select locked_by is not null as locked from graphile_worker.jobs
     where task_identifier = 'slow-test'`.execute(shop.db)
  expect(rows).toEqual([{ locked: true }])
  release()
  await Promise.all([first.stop(), second.stop()])
  expect(runs).toBe(1)
})
