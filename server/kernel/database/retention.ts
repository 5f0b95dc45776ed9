import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { unlessBackingUp } from './backup-lock.ts'
import type { Database, Tx } from './database.ts'

export type Every = 'day' | 'hour' | '10 minutes'

/** A rule for deleting old data. Rules are declared by the module that owns the table. */
export type RetentionRule = {
  what: string
  /** How long the data is kept: a PostgreSQL interval if rows are deleted. */
  keeps: string
  /** How often the rule is applied. Default: once a day. */
  every?: Every
} & (RowRule | { run: (db: Database) => Promise<void> } | WholeRule)

/** Runs in one transaction, and never during a backup, which would contain half a deletion. */
type WholeRule = { whole: (tx: Tx) => Promise<void> }

type RowRule = {
  table: keyof DB
  /** The column that `keeps` counts from. */
  since: string
  where?: RawBuilder<boolean>
  /** Updates rows instead of deleting them. `where` must exclude rows that are already updated. */
  set?: RawBuilder<unknown>
  /** Replaces `keeps` if the duration depends on a setting. */
  interval?: RawBuilder<unknown>
}

/** Rows per statement. A larger batch would hold its locks for too long. */
const batch = 1000

/** Applies each rule with this interval. A rule that fails does not stop the others. */
export async function applyRules(db: Database, rules: readonly RetentionRule[], every: Every) {
  const failures: Error[] = []
  for (const rule of rules) {
    if ((rule.every ?? 'day') !== every) continue
    await apply(db, rule).catch((cause) =>
      failures.push(new Error(`${rule.what}: ${cause.message}`, { cause })),
    )
  }
  if (failures.length > 0) throw failures.length > 1 ? new AggregateError(failures) : failures[0]
}

async function apply(db: Database, rule: RetentionRule) {
  if ('run' in rule) return rule.run(db)
  if ('table' in rule) return applyToRows(db, rule)
  if (!(await unlessBackingUp(db, rule.whole)))
    throw new Error('A backup is running. This is done afterwards')
}

async function applyToRows(db: Database, rule: RowRule & { keeps: string }) {
  const { table, since, keeps, where = sql`true`, set, interval = sql`${keeps}::interval` } = rule
  const change = set
    ? sql`update ${sql.table(table)} set ${set}`
    : sql`delete from ${sql.table(table)}`
  const old = sql`${sql.ref(`${table}.${since}`)} < now() - ${interval} and (${where})`
  // Checks the condition again, so that a row that was used since the subquery stays.
  const some = sql`${change} where ${old} and ctid = any(array(
    select ctid from ${sql.table(table)} where ${old} limit ${batch}))`
  let changed: bigint
  do changed = (await some.execute(db)).numAffectedRows ?? 0n
  while (changed >= batch)
}

export const kernelRetention: readonly RetentionRule[] = [
  {
    what: 'Expired request counts',
    table: 'request_counts',
    since: 'ends_at',
    keeps: '0 days',
    every: 'hour',
  },
  {
    what: 'Expired throttles',
    table: 'throttles',
    // Kept for a day, because until then the next throttle of the series is longer.
    since: 'began_at',
    keeps: '1 day',
    where: sql`ends_at < now()`,
    every: 'hour',
  },
]
