import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** A description of the violation, and a query that finds it. */
export type Invariant = [what: string, query: string]

/** Invariants of every shop once it has recovered. */
export const anyShop: Invariant[] = [
  [
    'runs of time that are not the sum of their entries',
    `select from subscriptions where term_length <> (
       select coalesce(sum(seconds), 0) from time_entries where subscription_id = subscriptions.id)`,
  ],
  [
    'series of documents with a gap or a double',
    `select series, count(*), min(number), max(number) from documents group by 1
     having min(number) <> 1 or max(number) <> count(*) or count(distinct number) <> count(*)`,
  ],
  ['mails that were not sent', `select template from mails where status <> 'sent'`],
  // A job that was replaced while it ran has no attempts left and no error. If the process is
  // killed then, the row remains, and the successor does the work.
  [
    'jobs that are stuck',
    `select task_identifier from graphile_worker.jobs where locked_at < now() - interval '1 minute'
        or locked_at is null and attempts < max_attempts and run_at < now() - interval '1 minute'`,
  ],
]

/** Returns the violated invariants, one sentence each. `given` is prepended to each query. */
export async function findBroken(
  db: Database,
  invariants: readonly Invariant[],
  given: RawBuilder<unknown> = sql``,
): Promise<string[]> {
  const problems: string[] = []
  for (const [what, query] of invariants) {
    const { rows } = await sql`${given} ${sql.raw(query)}`.execute(db)
    if (rows.length > 0) problems.push(`${rows.length} ${what}${firstOf(rows)}`)
  }
  return problems
}

/** The details of the first violation, if the query returns any. */
function firstOf([row]: unknown[]): string {
  const told = JSON.stringify(row)
  return told === '{}' ? '' : `, such as ${told}`
}
