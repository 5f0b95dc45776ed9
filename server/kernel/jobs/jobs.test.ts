import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { workerLocks } from './dead-workers.ts'
import { enqueue, job } from './jobs.ts'
import { runJobs } from './run-jobs.ts'

const shop = await fileFixture(openTestShop())

function counted(name: string) {
  const seen: number[] = []
  const declared = job({
    name,
    does: '',
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

/** A job that runs until the test finishes it. */
function held(name: string) {
  const begun: { finish(): void; fail(): void }[] = []
  const declared = job({
    name,
    does: '',
    payload: z.object({}),
    run: () =>
      new Promise<void>((resolve, reject) => {
        begun.push({ finish: resolve, fail: () => reject(new Error('failed')) })
      }),
  })
  return { declared, begun }
}

async function claims() {
  const { rows } = await sql`select from pg_locks
    where locktype = 'advisory' and classid = ${workerLocks}
      and database = (select oid from pg_database where datname = current_database())`.execute(
    shop.db,
  )
  return rows.length
}

async function jobsOf({ name }: { name: string }) {
  const { rows } = await sql<{ locked: boolean; last_error: string | null }>`
    select locked_by is not null as locked, last_error
      from graphile_worker.jobs where task_identifier = ${name}`.execute(shop.db)
  return rows
}

async function lockForTheDead({ name }: { name: string }) {
  await sql`update graphile_worker._private_jobs job
               set locked_at = now(), locked_by = 'worker-of-a-killed-process'
              from graphile_worker._private_tasks task
             where task.id = job.task_id and task.identifier = ${name}`.execute(shop.db)
}

test('the next process runs the jobs of a killed one', async () => {
  const { declared, seen } = counted('orphan-test')
  await enqueue(shop.db, declared, { number: 7 })
  await lockForTheDead(declared)
  const runner = await runJobs(shop.shop, [declared], shop.databaseUrl, { grace: 100 })
  await expect.poll(() => seen).toEqual([7])
  await runner.stop()
})

test('leaves alone the jobs of a live process', async () => {
  const { declared, begun } = held('slow-test')
  const first = await runJobs(shop.shop, [declared], shop.databaseUrl)
  await enqueue(shop.db, declared, {})
  await expect.poll(() => begun.length).toBe(1)
  const second = await runJobs(shop.shop, [declared], shop.databaseUrl, { grace: 1 })
  expect(await jobsOf(declared)).toMatchObject([{ locked: true }])
  begun[0]!.finish()
  await Promise.all([first.stop(), second.stop()])
  expect(begun).toHaveLength(1)
})

test('a process keeps its jobs while its connections are broken, even if another one starts', async () => {
  const { declared, begun } = held('claim-test')
  const orphan = counted('left-test')
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const first = await runJobs(shop.shop, [declared], proxy.url)
  await enqueue(shop.db, declared, {})
  await expect.poll(() => begun.length).toBe(1)
  await enqueue(shop.db, orphan.declared, { number: 1 })
  await lockForTheDead(orphan.declared)

  proxy.leave()
  await expect.poll(claims).toBe(0)
  const both = [declared, orphan.declared]
  const second = await runJobs(shop.shop, both, shop.databaseUrl, { grace: 12_000 })
  proxy.back()
  await expect.poll(claims).toBe(2)
  // By then the grace period of every missing pool is over.
  await expect.poll(() => orphan.seen).toEqual([1])
  expect(await jobsOf(declared)).toMatchObject([{ locked: true }])
  begun[0]!.finish()
  await Promise.all([first.stop(), second.stop()])
  expect(begun).toHaveLength(1)
  await proxy.close()
})

test('a process recovers the jobs of dead processes after its connections broke', async () => {
  const { declared, seen } = counted('rescue-test')
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const runner = await runJobs(shop.shop, [declared], proxy.url, { grace: 100 })
  await expect.poll(claims).toBe(1)
  proxy.leave()
  await expect.poll(claims).toBe(0)
  await enqueue(shop.db, declared, { number: 7 })
  await lockForTheDead(declared)
  proxy.back()
  await expect.poll(() => seen).toEqual([7])
  await runner.stop()
  await proxy.close()
})

test('records a job that ended while the database was unavailable once it is back', async () => {
  const ends = held('ends-test')
  const fails = held('fails-test')
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const runner = await runJobs(shop.shop, [ends.declared, fails.declared], proxy.url)
  await enqueue(shop.db, ends.declared, {})
  await enqueue(shop.db, fails.declared, {})
  await expect.poll(() => ends.begun.length + fails.begun.length).toBe(2)
  proxy.leave()
  const asked = proxy.attempts.length
  ends.begun[0]!.finish()
  fails.begun[0]!.fail()
  await expect.poll(() => proxy.attempts.length).toBeGreaterThan(asked + 2)
  proxy.back()
  await expect.poll(() => jobsOf(ends.declared)).toEqual([])
  const failed = [{ locked: false, last_error: 'failed' }]
  await expect.poll(() => jobsOf(fails.declared)).toEqual(failed)
  await runner.stop()
  expect([ends.begun.length, fails.begun.length]).toEqual([1, 1])
  await proxy.close()
})

test('a process runs a job that it holds although the response was lost', async () => {
  const { declared, begun } = held('known-test')
  const lost = counted('lost-test')
  const both = [declared, lost.declared]
  await enqueue(shop.db, declared, {})
  const runner = await runJobs(shop.shop, both, shop.databaseUrl, { grace: 100 })
  await expect.poll(() => begun.length).toBe(1)
  await shop.db.transaction().execute(async (tx) => {
    await enqueue(tx, lost.declared, { number: 3 }, { at: new Date(0) })
    // Both jobs have been locked for long, but the process knows of only one.
    await sql`update graphile_worker._private_jobs
                 set locked_at = now() - interval '2 minutes', attempts = 1,
                     locked_by = (select locked_by from graphile_worker.jobs
                                   where task_identifier = ${declared.name})`.execute(tx)
  })
  await expect.poll(() => lost.seen).toEqual([3])
  expect(await jobsOf(declared)).toMatchObject([{ locked: true }])
  begun[0]!.finish()
  await runner.stop()
  expect(begun).toHaveLength(1)
})

test('jobs of other services run while many jobs wait for a service that hangs', async () => {
  const { declared, begun } = held('hung-test')
  const mute = job({ ...declared, waitsFor: 'stripe', urgent: true })
  const ordinary = counted('beside-test')
  const crypto = counted('other-service-test')
  const other = job({ ...crypto.declared, waitsFor: 'nowpayments' })
  const all = [mute, ordinary.declared, other]
  const runner = await runJobs(shop.shop, all, shop.databaseUrl)
  for (let waiting = 0; waiting < 40; waiting += 1) await enqueue(shop.db, mute, {})
  await expect.poll(() => begun.length).toBeGreaterThan(3)
  for (const { declared, seen } of [ordinary, crypto]) {
    await enqueue(shop.db, declared, { number: 1 })
    await expect.poll(() => seen).toEqual([1])
  }
  expect(begun.length).toBeLessThan(40)
  const letGo = setInterval(() => {
    for (const { finish } of begun.splice(0)) finish()
  }, 10)
  await expect.poll(() => jobsOf(mute)).toEqual([])
  clearInterval(letGo)
  await runner.stop()
})

test('requests have connections of their own while jobs use all of theirs', async () => {
  let holding = 0
  let letGo = () => {}
  const waiting = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const greedy = job({
    name: 'greedy-test',
    does: '',
    payload: z.object({}),
    run: ({ db }) =>
      db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        holding += 1
        await waiting
      }),
  })
  for (const _ of Array(12)) await enqueue(shop.db, greedy, {})
  const runner = await runJobs(shop.shop, [greedy], shop.databaseUrl)
  await expect.poll(() => holding).toBe(6)
  const web = Array.from({ length: 10 }, () => sql`select 1`.execute(shop.db))
  await Promise.all(web)
  letGo()
  await expect.poll(() => holding).toBe(12)
  await runner.stop()
})

test('the queue logs no warnings', async () => {
  const said: string[] = []
  const warned = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(`${line}`))
  const talking = { ...shop.shop, config: { ...shop.shop.config, logLevel: 'warn' as const } }
  const runner = await runJobs(talking, [counted('warned-test').declared], shop.databaseUrl)
  await runner.stop()
  warned.mockRestore()
  expect(said).toEqual([])
})

test('logs an outside failure in one line and a bug with its stack', async () => {
  const said: string[] = []
  const warned = vi.spyOn(console, 'error').mockImplementation((line) => void said.push(`${line}`))
  const talking = { ...shop.shop, config: { ...shop.shop.config, logLevel: 'warn' as const } }
  const failing = (name: string, error: Error) =>
    job({
      name,
      does: 'Fails',
      payload: z.object({}),
      attempts: 1,
      run: () => Promise.reject(error),
    })
  const waits = failing('waits-test', new OutsideFailure('The provider is away.'))
  const faulty = failing('faulty-test', new Error('A fault'))
  for (const declared of [waits, faulty]) await enqueue(shop.db, declared, {})
  const runner = await runJobs(talking, [waits, faulty], shop.databaseUrl)
  await expect.poll(() => said.length).toBe(2)
  await runner.stop()
  warned.mockRestore()
  expect(said).toContain('waits-test failed, attempt 1 of 1: The provider is away.')
  expect(said.find((line) => line.includes('A fault'))).toContain('jobs.test.ts')
})

test('stores only the latest failure of a scheduled job with one attempt, and none after a success', async () => {
  let failing = true
  let runs = 0
  const repeated = job({
    name: 'repeated-test',
    does: '',
    payload: z.object({}),
    cron: '0 0 29 2 *',
    attempts: 1,
    async run() {
      runs += 1
      if (failing) throw new Error(`failed ${runs}`)
    },
  })
  const unscheduled = job({
    name: 'unscheduled-test',
    does: '',
    payload: z.object({}),
    attempts: 1,
    run: () => Promise.reject(new Error('failed')),
  })
  const runner = await runJobs(shop.shop, [repeated, unscheduled], shop.databaseUrl)
  const errors = async (declared: { name: string }) =>
    (await jobsOf(declared)).map(({ last_error }) => last_error)
  for (const run of [1, 2, 3]) {
    await enqueue(shop.db, unscheduled, {})
    await enqueue(shop.db, repeated, {})
    await expect.poll(() => runs).toBe(run)
    await expect.poll(() => errors(repeated)).toEqual([`failed ${run}`])
  }
  failing = false
  await enqueue(shop.db, repeated, {})
  await expect.poll(() => errors(repeated)).toEqual([])
  await runner.stop()
  expect(await errors(unscheduled)).toHaveLength(3)
})
