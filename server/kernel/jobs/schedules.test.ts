import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { type Job, job } from './jobs.ts'
import { runJobs } from './run-jobs.ts'
import { addDueJobs, schedulesOf } from './schedules.ts'

const shop = await fileFixture(openTestShop())

const yearly = '0 0 1 1 *'
const payload = z.object({ every: z.string().optional() })
function scheduled(name: string, given: Partial<Job<typeof payload>> = {}) {
  return job({
    ...{ name, does: '', payload, cron: yearly, attempts: 3, run: async () => {} },
    ...given,
  })
}
const add = (declared: Job) => addDueJobs(shop.db, schedulesOf([declared]))

const setTime = ({ name }: Job, fromNow: string) =>
  sql`update schedules set next_at = now() + ${fromNow}::interval
       where identifier like ${`${name} %`}`.execute(shop.db)

/** Whether the next time of the yearly schedule is the start of the next year, in UTC. */
async function hasNextTime({ name }: Job) {
  const { rows } = await sql<{ right: boolean }>`
    select next_at at time zone 'utc'
           = date_trunc('year', now() at time zone 'utc') + interval '1 year' as right
      from schedules where identifier = ${`${name} ${yearly}`}`.execute(shop.db)
  return rows[0]?.right
}

async function queued({ name }: Job) {
  const { rows } = await sql<{ payload: object; max_attempts: number }>`
    select payload, job.max_attempts from graphile_worker.jobs as job
      join graphile_worker._private_jobs using (id)
     where task_identifier = ${name}`.execute(shop.db)
  return rows
}

test('a new schedule waits for its first time, and all missed times are one run', async () => {
  const declared = scheduled('missed-test')
  await add(declared)
  expect([await hasNextTime(declared), await queued(declared)]).toEqual([true, []])
  await setTime(declared, '-3 days')
  await add(declared)
  await add(declared)
  expect(await queued(declared)).toEqual([{ payload: {}, max_attempts: 3 }])
  expect(await hasNextTime(declared)).toBe(true)
})

test('each schedule of a job has its own payload', async () => {
  const declared = scheduled('payload-test', {
    cron: { [yearly]: { every: 'year' }, '0 0 1 2 *': {} },
  })
  await add(declared)
  await setTime(declared, '-1 minute')
  await add(declared)
  const payloads = (await queued(declared)).map(({ payload }) => payload)
  expect(payloads).toEqual([{ every: 'year' }, {}])
})

test('processes that find a due schedule at the same moment add one job', async () => {
  const declared = scheduled('raced-test')
  await Promise.all(Array.from({ length: 8 }, () => add(declared)))
  expect(await queued(declared)).toEqual([])
  await setTime(declared, '-1 minute')
  await Promise.all(Array.from({ length: 8 }, () => add(declared)))
  expect(await queued(declared)).toHaveLength(1)
})

test('a schedule stays due if its job cannot be added', async () => {
  const declared = scheduled('refused-test')
  await add(declared)
  await setTime(declared, '-1 minute')
  await expect(add(scheduled('refused-test', { attempts: 0 }))).rejects.toThrow('max_attempts')
  await add(declared)
  expect(await queued(declared)).toHaveLength(1)
})

test('a clock that was ahead by years and was set back delays no schedule', async () => {
  const declared = scheduled('ahead-test')
  await add(declared)
  await setTime(declared, '3 years')
  await add(declared)
  expect([await hasNextTime(declared), await queued(declared)]).toEqual([true, []])
})

test('a schedule that cannot be added does not stop the others', async () => {
  const [refused, fine] = [scheduled('failing-test', { attempts: 0 }), scheduled('next-test')]
  await addDueJobs(shop.db, schedulesOf([refused, fine]))
  await setTime(refused, '-1 minute')
  await setTime(fine, '-1 minute')
  const adding = addDueJobs(shop.db, schedulesOf([refused, fine]))
  await expect(adding).rejects.toThrow('max_attempts')
  expect(await queued(fine)).toHaveLength(1)
})

test('a start forgets schedules that nobody has followed for a day', async () => {
  const before = [scheduled('removed-test'), scheduled('changed-test')]
  const after = [scheduled('changed-test', { cron: '0 0 1 2 *' })]
  const identifiers = async () => {
    const found = await shop.db
      .selectFrom('schedules')
      .select('identifier')
      .where('identifier', '~', '^(removed|changed)-test')
      .execute()
    return found.map(({ identifier }) => identifier).sort()
  }
  const kept = [`changed-test ${yearly}`, 'changed-test 0 0 1 2 *'].sort()
  const first = await runJobs(shop.shop, before, shop.databaseUrl)
  await expect.poll(identifiers).toEqual([`changed-test ${yearly}`, `removed-test ${yearly}`])
  await first.stop()
  await setTime(scheduled('removed-test'), '-2 days')
  const second = await runJobs(shop.shop, after, shop.databaseUrl)
  await expect.poll(identifiers).toEqual(kept)
  await second.stop()
})

test('schedules continue after the database was unavailable, and the failure is logged', async () => {
  let runs = 0
  const declared = scheduled('unavailable-test', {
    async run() {
      runs += 1
    },
  })
  const said: unknown[] = []
  const warned = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line))
  const config = { ...shop.shop.config, logLevel: 'warn' as const }
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  // Only the database of the schedules goes away.
  const runner = await runJobs({ ...shop.shop, config }, [declared], shop.databaseUrl, {
    databaseUrl: proxy.url,
  })
  await expect.poll(() => hasNextTime(declared)).toBe(true)
  proxy.leave()
  await setTime(declared, '-1 minute')
  await expect.poll(() => said.length).toBeGreaterThan(1)
  expect(runs).toBe(0)
  proxy.back()
  await expect.poll(() => runs).toBe(1)
  await runner.stop()
  warned.mockRestore()
  await proxy.close()
})
