import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders, onDatabase, payersOrders } from './orders.ts'
import { startPaying, undelivered } from './payers.ts'
import { readinessOf } from './readiness.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { troubleOf } from './trouble.ts'
import { type TwoProcesses, withTwoProcesses } from './two-processes.ts'
import { until } from './until.ts'

/** How long a process is frozen, and when its locks must be released, in milliseconds. */
const frozenFor = 55_000
const freeWithin = 40_000

export const processesFrozen: Scenario = {
  name: 'processes-frozen',
  fault: 'one of two processes is frozen in the middle of a transaction for a minute (SIGSTOP)',
  plain: true,
  run: () => withTwoProcesses(play),
}

async function play({ server, first, second }: TwoProcesses): Promise<Outcome> {
  const calls = await everydayCalls(server.url)
  const half = calls.length / 2
  const paying = startPaying({ shop: first, server }, await payersOrders(server.url))
  const going = startCalling(first.url, calls.slice(0, half), 20)
  const frozen = startCalling(second.url, calls.slice(half), 20)
  const holders = await freezeInTransaction(server.url, second.pid)
  const began = performance.now()
  const asked = frozen.stop()
  while (performance.now() - began < frozenFor && (await inTransaction(server.url, holders)) > 0)
    await delay(200)
  const locked = performance.now() - began
  await delay(Math.max(0, frozenFor - locked))
  process.kill(second.pid, 'SIGCONT')
  await asked
  await until(async () => (await readinessOf(second.url)) === 200, { within: 60_000 })
  const back = startCalling(second.url, calls.slice(half), 20)
  await delay(5000)
  const again = await back.stop()
  const answers = [...(await going.stop()), ...(await paying.stop()), ...again]
  // The clients of the frozen process may have disconnected.
  const all = [...answers, ...(await asked)]

  const problems: string[] = []
  if (locked > freeWithin)
    problems.push(`what it had locked was not free for ${Math.round(locked / 1000)} s`)
  for (const shop of [first, second])
    if (!shop.running()) problems.push(`a process ended: ${shop.said().slice(-1000)}`)
  const wrong = [
    ...answers
      .filter(({ status }) => typeof status !== 'number' || status >= 400)
      .filter(({ status }) => status !== 503),
    ...again.filter(({ status }) => status === 503),
    ...all.filter(({ status }) => status === 500),
  ]
  if (wrong.length > 0) problems.push(`wrong answers: ${summarise(wrong)}`)
  const ids = acknowledged(all)
  const kept = await keptOrders(server.url, ids)
  if (kept.length < ids.length) problems.push(`${ids.length - kept.length} orders were lost`)
  const missed = await undelivered(server.url, paying.paid)
  if (missed.length > 0)
    problems.push(`${missed.length} paid orders were not delivered once, with one receipt`)
  problems.push(...(await troubleOf([first, second], server)))
  return {
    callers: `${summarise(answers)}; locks were held for ${Math.round(locked / 1000)} s`,
    kept: `${kept.length} of ${ids.length} acknowledged orders, ${paying.paid.length - missed.length} of ${paying.paid.length} paid ones delivered`,
    problems,
  }
}

/** Resolves to the server's backend processes that remain in a transaction. */
async function freezeInTransaction(databaseUrl: string, pid: number): Promise<number[]> {
  for (;;) {
    await delay(1000 + Math.random() * 500)
    process.kill(pid, 'SIGSTOP')
    // By then, transactions of the running process are finished.
    await delay(2500)
    const { rows } = await onDatabase(databaseUrl, (db) =>
      sql<{ pid: number }>`
        select pid from pg_stat_activity
         where state = 'idle in transaction' and state_change < now() - interval '2 seconds'`.execute(
        db,
      ),
    )
    if (rows.length > 0) return rows.map((row) => row.pid)
    process.kill(pid, 'SIGCONT')
  }
}

async function inTransaction(databaseUrl: string, pids: readonly number[]): Promise<number> {
  const { rows } = await onDatabase(databaseUrl, (db) =>
    sql`select from pg_stat_activity
         where pid = any(${[...pids]}::int[]) and state = 'idle in transaction'`.execute(db),
  )
  return rows.length
}
