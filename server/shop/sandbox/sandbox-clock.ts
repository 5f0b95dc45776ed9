import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { ClockStays, type Move, type SandboxClock as StandInClock } from '#sandbox/move.ts'
import { tellEnds } from '#server/access/subscriptions/jobs.ts'
import type { Changes, Topic } from '#server/kernel/cache/changes.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { enqueue, type Job } from '#server/kernel/jobs/jobs.ts'
import { addDueJobs, schedulesOf } from '#server/kernel/jobs/schedules.ts'
import { clock, setAhead } from '#server/kernel/time/clock.ts'
import { readAhead, setDatabaseAhead } from '#server/kernel/time/moved-clock.ts'
import { announcedAhead, expiryToldAhead } from '#server/selling/renewals/announce.ts'
import { announceRenewals, chargeDue } from '#server/selling/renewals/jobs.ts'

export type SandboxClock = StandInClock

/** Applies the database's clock to this process and its stand-ins, whichever process moves it. */
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

/** Cached data of these topics depends on the time. */
const timed: Topic[] = ['catalogue', 'blog', 'status', 'settings', 'currencies', 'clock']

/** Maximum number of stops per move. Later events all happen at its end. */
const mostStops = 500

/** How long a stop waits while no job runs or finishes, in milliseconds. */
const idleWithin = 3000
/** How long a stop waits in total, in milliseconds. */
const workedWithin = 30_000

const day = 86_400_000

/** Jobs that customers notice as time passes: announcements, charges and mails about expiry. */
const jobsOfStops = [announceRenewals, chargeDue, tellEnds]

const tooFar = 100 * 365 * 86_400_000

/** A move stops at each announcement, charge and expiry notice until the worker has done it. */
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
  const schedules = schedulesOf(jobs)
  // Where no worker runs, the schedules have no times yet.
  await addDueJobs(db, schedules)
  await sandbox.setClock(clock.ahead())
  const to = 'to' in move ? await nextRenewal(db) : targetOf(move, from)
  if (to === null) throw new ClockStays('There is no active subscription to skip to.')
  if (to - clock.machine() > tooFar)
    throw new ClockStays('The clock can be moved by 100 years at most.')
  let worked = true
  for (let stops = 0; stops < mostStops; stops += 1) {
    const stop = await nextStop(db, from)
    if (stop === null || stop > to) break
    await setEverywhere(stop)
    for (const job of jobsOfStops) await enqueue(db, job, {}, { key: `skipped ${job.name}` })
    // Without a worker, only the first stop waits.
    if (worked) worked = await untilWorked(db)
  }
  await setEverywhere(to)
  await addDueJobs(db, schedules)
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

/** Also waits for the jobs of webhooks. Returns false without a worker, or if it takes too long. */
async function untilWorked(db: Database): Promise<boolean> {
  const begun = performance.now()
  let [active, waiting] = [begun, -1]
  while (Math.min(active + idleWithin, begun + workedWithin) > performance.now()) {
    const { rows } = await sql<{ waits: number; runs: boolean }>`
      select count(*)::int as waits, coalesce(bool_or(locked_at is not null), false) as runs
        from graphile_worker._private_jobs
       where (priority < 0 or key like 'skipped %')
         and run_at <= now() + interval '2 seconds' and attempts <= 1`.execute(db)
    const { waits, runs } = rows[0]!
    if (waits === 0) return true
    if (runs || waits !== waiting) active = performance.now()
    waiting = waits
    await delay(20)
  }
  return false
}

function targetOf(move: Exclude<Move, { to: string }>, from: number): number {
  if ('seconds' in move) return from + move.seconds * 1000
  if ('days' in move) return from + move.days * 86_400_000
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + move.months)
  // Use the last day of a month that does not have this day.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/**
 * Returns one second after a renewal is announced or charged, or the end of a day on which
 * subscriptions expire or are announced to expire. Null if there is no such time.
 */
async function nextStop(db: Database, from: number): Promise<number | null> {
  const { rows } = await sql<{ renews: Date | null; ends: Date | null }>`
    select (select min(at) from renewals, lateral (values
                (due_at),
                (case when state = 'on' then due_at - ${announcedAhead} end),
                (case when state = 'on' then due_at - ${expiryToldAhead} end)) as moment (at)
             where state <> 'ended' and at > now()) as renews,
           (select min(ends_at - days * interval '1 day')
              from subscriptions as run, unnest(array[7, 3, 1, 0]) as days
             where ends_at - days * interval '1 day' > now()
               and not exists (
                 select from renewals
                  where renewals.user_id = run.user_id and renewals.product_id = run.product_id
                    and state = 'on')) as ends`.execute(db)
  const { renews, ends } = rows[0]!
  const moments = [
    renews && renews.getTime() + 1000,
    ends && from + Math.ceil((ends.getTime() - from) / day) * day,
  ].filter((at) => at !== null)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** The next expiry or charge of a subscription, plus a second, after which it has happened. */
async function nextRenewal(db: Database): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(ends_at) from subscriptions where ends_at > now()),
                 (select min(due_at) from renewals where state <> 'ended' and due_at > now())) as at`.execute(
    db,
  )
  const at = rows[0]!.at
  return at && at.getTime() + 1000
}
