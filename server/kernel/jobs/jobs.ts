import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'

/** The dependencies of jobs. `server/shop/shop.ts` adds the services that its rules need. */
export interface Work {
  config: Config
  db: Database
}

type OutsideService = PaymentProvider | 'mail' | 'discord' | 'storage' | 'vies'

/** A job calls one rule, with a schema for its payload. Running it twice must be safe. */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  name: string
  /** A description for the operator: the work that is not done while the job fails. */
  does: string
  payload: Payload
  run: (shop: Work, payload: z.output<Payload>) => Promise<void>
  /**
   * The schedule: five crontab fields in UTC, with `{}` as the payload, or a payload for each
   * schedule. One run makes up for all missed runs.
   */
  cron?: string | Readonly<Record<string, z.input<Payload>>>
  /** Runs before other pending jobs, because a user is waiting for it. */
  urgent?: boolean
  /** The service that the job calls. Each has its own workers: while one hangs, all others run. */
  waitsFor?: OutsideService
  /** Settles the records that depend on the job when staff discard it from the queue. */
  dropped?: (tx: Tx, payload: z.output<Payload>) => Promise<void>
  /** Maximum, 25 by default. The delay between attempts grows from one second to about an hour. */
  attempts?: number
}

export function job<Payload extends z.ZodType>(declaration: Job<Payload>): Job<Payload> {
  return declaration
}

type When = {
  at?: Date | RawBuilder<Date | null> | null
  /** Of several jobs with the same key that have not started, only the last one runs. */
  key?: string | RawBuilder<string> | null
  /** If the job replaces one that has not been attempted, it keeps the time of that job. */
  keepTime?: boolean
}

/** The job exists if and only if the caller's transaction commits. */
export async function enqueue<Payload extends z.ZodType>(
  db: Database,
  declared: Job<Payload>,
  payload: z.input<Payload>,
  when: When = {},
) {
  await sql`select ${addJob(declared, sql`${JSON.stringify(payload)}`, when)}`.execute(db)
}

/** `enqueue` as SQL, for use in the statement that writes the row in the payload. */
export function addJob(
  { name, urgent, attempts = 25 }: Pick<Job, 'name' | 'urgent' | 'attempts'>,
  payload: RawBuilder<unknown>,
  { at = null, key = null, keepTime = false }: When = {},
) {
  return sql<void>`add_job(${name}, ${payload}::json, ${at}::timestamptz, ${key}, ${keepTime},
    ${attempts}, ${urgent ? -10 : 0})`
}
