import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { enqueue, job } from './jobs.ts'

const shop = await fileFixture(openTestShop())
// The worker registers the tasks.
await workJobs(shop)

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(shop.db))
const task = job({
  name: 'mail.send',
  does: '',
  payload: z.object({ mail: z.int() }),
  attempts: 7,
  run: async () => {},
})
const at = new Date(Date.now() + 60_000)

/** The content of the queue, without fields that differ each time. */
async function queued() {
  const { rows } = await sql<Record<string, unknown>>`
    select to_jsonb(jobs) - array['id', 'created_at', 'updated_at'] as job
      from graphile_worker._private_jobs jobs order by id`.execute(shop.db)
  await sql`delete from graphile_worker._private_jobs`.execute(shop.db)
  return rows
}

const theirs = (payload: object, key: string | null, mode = 'replace') =>
  sql`select graphile_worker.add_job('mail.send', ${JSON.stringify(payload)}::json,
    run_at => ${at}::timestamptz, job_key => ${key}::text, job_key_mode => ${mode},
    max_attempts => 7, priority => 0)`.execute(shop.db)
const begin = () =>
  sql`update graphile_worker._private_jobs set locked_at = '2020-01-01', locked_by = 'a', attempts = 1`.execute(
    shop.db,
  )
/**
 * graphile-worker's own `add_job` uses up all attempts of a running job that it replaces; the
 * shop's leaves them.
 */
function withAttempts({ job }: Record<string, unknown>) {
  const { locked_at, ...rest } = job as Record<string, unknown>
  return { job: { ...rest, locked_at, ...(locked_at !== null && { attempts: 1 }) } }
}
const fail = () =>
  sql`update graphile_worker._private_jobs set last_error = 'x', attempts = 3`.execute(shop.db)

for (const key of [null, 'key'])
  for (const [what, between] of [
    ['nothing', async () => {}],
    ['its beginning', begin],
    ['its failure', fail],
  ] as const)
    test(`adds a job like the queue’s own function, key ${key}, after ${what}`, async () => {
      for (const mode of ['replace', 'preserve_run_at']) {
        const ours = (payload: { mail: number }) =>
          enqueue(shop.db, task, payload, { at, key, keepTime: mode === 'preserve_run_at' })
        await theirs({ mail: 1 }, key, mode)
        await between()
        await theirs({ mail: 2 }, key, mode)
        const expected = await queued()
        await ours({ mail: 1 })
        await between()
        await ours({ mail: 2 })
        expect(await queued()).toEqual(expected.map(withAttempts))
      }
    })

test('stores a job before any worker has registered it', async () => {
  const unknown = job({ ...task, name: 'not-known-yet' })
  await enqueue(shop.db, unknown, { mail: 1 })
  const { rows } = await sql`
    select task_identifier, payload from graphile_worker.jobs
      join graphile_worker._private_jobs using (id)`.execute(shop.db)
  expect(rows).toEqual([{ task_identifier: 'not-known-yet', payload: { mail: 1 } }])
})

test('loses no job when one with the same key starts at the same moment', async () => {
  for (let round = 0; round < 20; round += 1) {
    await enqueue(shop.db, task, { mail: 1 }, { key: 'raced' })
    await shop.db
      .transaction()
      .execute(async (tx) => {
        await sql`update graphile_worker._private_jobs
                   set locked_at = now(), locked_by = 'a', attempts = 1`.execute(tx)
        const replacing = enqueue(shop.db, task, { mail: 2 }, { key: 'raced' })
        await sql`select pg_sleep(0.02)`.execute(tx)
        void replacing.catch(() => {})
        return { replacing }
      })
      .then(({ replacing }) => replacing)
    const { rows } =
      await sql`select key, payload from graphile_worker._private_jobs order by id`.execute(shop.db)
    expect(rows).toEqual([
      { key: null, payload: { mail: 1 } },
      { key: 'raced', payload: { mail: 2 } },
    ])
    await sql`delete from graphile_worker._private_jobs`.execute(shop.db)
  }
})
