import { type RawBuilder, sql } from 'kysely'
import { health } from '#contract/platform/health.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import type { Page } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { withoutAddresses } from '#server/platform/logs/without-addresses.ts'
import { masked } from '#server/platform/users/masked.ts'

type Counts = {
  waiting: number
  oldest_waiting_at: Date | null
  running: number
  scheduled: number
  failed: number
}

export async function countJobs(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (count(*) filter (where due and run_at <= now()))::int as waiting,
           min(run_at) filter (where due and run_at <= now()) as oldest_waiting_at,
           (count(*) filter (where locked_at is not null))::int as running,
           (count(*) filter (where due and run_at > now()))::int as scheduled,
           (count(*) filter (where ${givenUp}))::int as failed
      from (select *, locked_at is null and attempts < max_attempts as due
              from graphile_worker.jobs) as jobs`.execute(db)
  return rows[0]!
}

/** The job has no attempts left. */
export const givenUp = sql<boolean>`(locked_at is null and attempts >= max_attempts)`

/** The job's last attempt failed. A job that was restarted counts as pending. */
const failing = sql`locked_at is null and last_error is not null and attempts > 0`

type Row = {
  id: string
  name: string
  /** The recipient, if the job sends a mail. */
  to: string | null
  error: string
  attempts: number
  given_up: boolean
  next_at: Date | null
  created_at: Date
}

/** Jobs that failed permanently first, then those that are retried, the latest first. */
export async function listFailedJobs(
  db: Database,
  declared: readonly Job[],
  { page, limit }: Page,
) {
  const [{ rows: found }, { rows: counted }] = await Promise.all([
    sql<Row>`
      with shown as (
        select id, task_identifier as name, last_error as error, attempts, created_at, updated_at,
               attempts >= max_attempts as given_up,
               case when attempts < max_attempts then run_at end as next_at
          from graphile_worker.jobs where ${failing}
         order by given_up desc, updated_at desc, jobs.id desc
         limit ${limit} offset ${page * limit}
      )
      select shown.id::text, name, shown.error, shown.attempts, shown.created_at, given_up, next_at,
             mails.recipient as "to"
        from shown join graphile_worker._private_jobs as job on job.id = shown.id
        left join mails on name = 'mail.send'
         and mails.id = case when job.payload ->> 'mail' ~ '^\\d{1,15}$'
                          then (job.payload ->> 'mail')::bigint end
       order by given_up desc, shown.updated_at desc, shown.id desc`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from graphile_worker.jobs where ${failing}`.execute(db),
  ])
  const jobs = found.map((row) => ({
    ...row,
    does: declared.find(({ name }) => name === row.name)?.does ?? null,
    // The address of a deleted account is not stored.
    to: row.to?.includes('@') ? masked(row.to) : null,
    error: withoutAddresses(row.error, 500),
  }))
  return { jobs, total: counted[0]!.total }
}

/** Leaves a pending or running job unchanged. Refuses if the job no longer exists. */
export async function retryJob(db: Database, staff: Staff, id: number) {
  const { rows: goesOn } = await sql`
    select from graphile_worker.jobs where id = ${id} and not (${failing})`.execute(db)
  if (goesOn.length > 0) return
  await onJob(db, staff, id, {
    type: 'job.retried',
    change: (one) =>
      sql<object>`select id from graphile_worker.reschedule_jobs(${one}, run_at => now(), attempts => 0)`,
  })
}

/** The job's `dropped` handles the consequences. Refuses if the job is gone or running. */
export function dropJob(db: Database, jobs: readonly Job[], staff: Staff, id: number) {
  return onJob(db, staff, id, {
    type: 'job.dropped',
    change: (one) =>
      sql<{ payload: unknown }>`select id, payload from graphile_worker.complete_jobs(${one})`,
    async after(tx, name, payload) {
      const declared = jobs.find((one) => one.name === name)
      const parsed = declared?.payload.safeParse(payload)
      // A job with an invalid payload failed for that reason, and can still be discarded.
      if (parsed?.success) await declared?.dropped?.(tx, parsed.data)
    },
  })
}

type Decision = {
  type: 'job.retried' | 'job.dropped'
  change: (one: RawBuilder<unknown>) => RawBuilder<{ payload?: unknown }>
  after?: (tx: Tx, name: string, payload: unknown) => Promise<void>
}

async function onJob(db: Database, staff: Staff, id: number, { type, change, after }: Decision) {
  await transaction(db, async (tx) => {
    const { rows: found } = await sql<{ name: string; error: string }>`
      select task_identifier as name, last_error as error
        from graphile_worker.jobs where id = ${id} and ${failing}`.execute(tx)
    const { rows: changed } = await change(sql`array[${id}]::bigint[]`).execute(tx)
    if (!found[0] || !changed[0]) throw new Refusal(health.retryJob.refusals.unknown_job)
    const { name } = found[0]
    await after?.(tx, name, changed[0].payload)
    const error = withoutAddresses(found[0].error, 300)
    await record(tx, type, { staff, data: { job: name, id, error } })
  })
}
