import { setTimeout as delay } from 'node:timers/promises'
import { Cron } from 'croner'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { addJob, type Job } from './jobs.ts'

/** Milliseconds between two checks for due schedules. */
const checkEvery = 1000

type Schedule = { identifier: string; cron: Cron; job: Job; payload: unknown }

/** The identifier contains the expression: a changed expression gets a new next time. */
export function schedulesOf(jobs: readonly Job[]): Schedule[] {
  return jobs.flatMap((job) => {
    const { cron = {} } = job
    const payloads: Record<string, unknown> = typeof cron === 'string' ? { [cron]: {} } : cron
    return Object.entries(payloads).map(([expression, payload]) => ({
      identifier: `${job.name} ${expression}`,
      cron: new Cron(expression, { mode: '5-part', utcOffset: 0 }),
      job,
      payload,
    }))
  })
}

/**
 * Adds one job for each schedule that is due, even if several of its times have passed, and sets
 * its next time. If several processes call this at once, only one of them adds the job. A new
 * schedule only gets its next time. A time that is too far ahead is corrected, because a clock was
 * set back. An error of one schedule does not stop the others, and is thrown at the end.
 */
export async function addDueJobs(db: Database, schedules: readonly Schedule[]) {
  // The time is taken after the snapshot: otherwise a next time that another process has just set
  // could look too far ahead.
  const { rows } = await sql<{ now: Date; times: Record<string, string> }>`
    select clock_timestamp() as now, coalesce(json_object_agg(identifier, next_at), '{}') as times
      from schedules`.execute(db)
  const { now, times } = rows[0]!
  async function addIfDue({ identifier, cron, job, payload }: Schedule) {
    const at = times[identifier]
    const next = cron.nextRun(now)!
    const isDue = at !== undefined && Date.parse(at) <= now.getTime()
    if (at !== undefined && !isDue && Date.parse(at) <= next.getTime()) return
    await sql`
      with changed as (
        insert into schedules (identifier, next_at) values (${identifier}, ${next})
        on conflict (identifier) do update set next_at = excluded.next_at
         where schedules.next_at = ${at}
        returning identifier
      )
      select ${addJob(job, sql`${JSON.stringify(payload)}`)} from changed where ${isDue}`.execute(
      db,
    )
  }
  const errors: unknown[] = []
  for (const schedule of schedules)
    await addIfDue(schedule).catch((error) => void errors.push(error))
  if (errors.length > 1) throw new AggregateError(errors, 'Several schedules failed')
  if (errors.length > 0) throw errors[0]
}

/** Forgets a schedule after a day without use: another version of the shop may still need it. */
export async function followSchedules(
  db: Database,
  jobs: readonly Job[],
  report: (error: unknown) => void,
) {
  const schedules = schedulesOf(jobs)
  const known = schedules.map(({ identifier }) => identifier)
  await sql`
    delete from schedules
     where identifier <> all(${known}::text[]) and next_at < now() - interval '1 day'`.execute(db)
  const stopping = new AbortController()
  const { signal } = stopping
  async function follow() {
    while (!signal.aborted) {
      await addDueJobs(db, schedules).catch(report)
      await delay(checkEvery, undefined, { signal }).catch(() => {})
    }
  }
  const ended = follow()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
