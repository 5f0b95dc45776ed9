import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ClockStays, type Move, type SandboxClock as StandInClock } from '#sandbox/move.ts'
import type { Changes, Topic } from '#server/kernel/changes.ts'
import { clock, setAhead } from '#server/kernel/clock.ts'
import { runsBetween } from '#server/kernel/crontab.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { enqueue, type Job } from '#server/kernel/jobs.ts'
import { readAhead, setDatabaseAhead } from '#server/kernel/moved-clock.ts'
import { chargeDue } from '#server/renewals/jobs.ts'

export type SandboxClock = StandInClock

/** Has this process and its stand-ins go by the database's clock, whichever process moves it. */
export async function followClock(db: Database, changes: Changes, sandbox: SandboxClock) {
  const follow = async () => {
    const ahead = await readAhead(db)
    if (ahead === clock.ahead()) return
    setAhead(ahead)
    await sandbox.setClock(ahead)
  }
  setAhead(await readAhead(db))
  await sandbox.setClock(clock.ahead())
  changes.on(async (topic) => {
    if (topic === 'clock') await follow()
  })
}

/** What is kept of these was true at another time. */
const timed: Topic[] = ['catalogue', 'blog', 'status', 'settings', 'currencies', 'clock']

/** Stops at so many charges on the way. What is left is charged at the end of it. */
const mostStops = 500

/** A worker that is busy or away holds up a move no longer, in milliseconds. */
const workedWithin = 3000

const tooFar = 100 * 365 * 86_400_000

/**
 * Lets the sandbox move the clock of a shop in test mode. What is charged on the way is charged at
 * its time, and the shop is told before the next happens; jobs whose time came run once, at the end.
 */
export function serveClock(db: Database, sandbox: SandboxClock, jobs: readonly Job[]) {
  let last: Promise<unknown> = Promise.resolve()
  sandbox.onMove((move) => {
    const moved = last.then(() => moveClock(db, sandbox, jobs, move))
    last = moved.catch(() => {})
    return moved
  })
}

async function moveClock(
  db: Database,
  sandbox: SandboxClock,
  jobs: readonly Job[],
  move: Move,
): Promise<number> {
  setAhead(await readAhead(db))
  const from = clock.now()
  await sandbox.setClock(clock.ahead())
  const to = 'to' in move ? await nextRenewal(db) : targetOf(move, from)
  if (to === null) throw new ClockStays('No subscription runs: there is nothing to skip to.')
  if (to - clock.machine() > tooFar)
    throw new ClockStays('The clock is moved by 100 years at most.')
  let due = await nextDue(db)
  for (let stops = 0; due !== null && due <= to && stops < mostStops; stops += 1) {
    // A moment after it, when it is due by any clock.
    await setEverywhere(due + 1000)
    await enqueue(db, chargeDue, {}, { key: `skipped ${chargeDue.name}` })
    await untilWorked(db)
    due = await nextDue(db)
  }
  await setEverywhere(to)
  for (const { job, payload, identifier } of runsBetween(jobs, from, to)) {
    await enqueue(db, job, payload, { key: `skipped ${identifier}` })
  }
  return clock.ahead()

  async function setEverywhere(at: number) {
    const ahead = Math.max(clock.ahead(), Math.ceil(at - clock.machine()))
    await transaction(db, async (tx) => {
      await setDatabaseAhead(tx, ahead)
      for (const topic of timed) await sql`select pg_notify('changed', ${topic})`.execute(tx)
    })
    setAhead(ahead)
    return sandbox.setClock(ahead)
  }
}

/** What webhooks caused is worked before the next happens; without a worker it waits for one. */
async function untilWorked(db: Database) {
  for (const until = performance.now() + workedWithin; performance.now() < until; await delay(20)) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from graphile_worker._private_jobs
                      where priority < 0 and run_at <= now() + interval '2 seconds' and attempts <= 1) as waits`.execute(
      db,
    )
    if (!rows[0]!.waits) return
  }
}

function targetOf(move: Exclude<Move, { to: string }>, from: number): number {
  if ('seconds' in move) return from + move.seconds * 1000
  if ('days' in move) return from + move.days * 86_400_000
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + move.months)
  // As long as the month is, where it has no such day.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** When the next charge of a renewal is due, after now: what is due already is not waited for. */
async function nextDue(db: Database): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from renewals where state <> 'ended' and due_at > now()`.execute(db)
  return rows[0]!.at?.getTime() ?? null
}

/** When the next subscription ends or is charged, with the second after it, when it has happened. */
async function nextRenewal(db: Database): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(ends_at) from subscriptions where ends_at > now()),
                 (select min(due_at) from renewals where state <> 'ended' and due_at > now())) as at`.execute(
    db,
  )
  const at = rows[0]!.at
  return at && at.getTime() + 1000
}
