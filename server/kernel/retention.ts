import { type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { unlessBackingUp } from './backup-lock.ts'
import type { Database, Tx } from './database.ts'

export type Every = 'day' | 'hour' | '10 minutes'

/** What goes once it is old, and when. Rules live with the domain that owns the table. */
export type RetentionRule = {
  what: string
  /** For how long: where rows are deleted, an interval of PostgreSQL. */
  keeps: string
  /** How often it is applied; once a day when left out. */
  every?: Every
} & (RowRule | { run: (db: Database) => Promise<void> } | WholeRule)

/** Deletes in one transaction, and not while a backup is being made, which would hold half of it. */
type WholeRule = { whole: (tx: Tx) => Promise<void> }

type RowRule = {
  table: keyof DB
  /** The column that `keeps` counts from. */
  since: string
  /** Which rows; all when left out. */
  where?: RawBuilder<boolean>
  /** Changes rows in place of deleting them; `where` must leave out those that were changed. */
  set?: RawBuilder<unknown>
  /** In place of `keeps`, where it follows a setting. */
  interval?: RawBuilder<unknown>
}

/** Rows of one statement: more would hold their locks for long. */
const batch = 1000

/** Applies each rule that is looked at this often. One that fails does not hold up the others. */
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
    throw new Error('A backup is being made: this is done after it')
}

async function applyToRows(db: Database, rule: RowRule & { keeps: string }) {
  const { table, since, keeps, where = sql`true`, set, interval = sql`${keeps}::interval` } = rule
  const change = set
    ? sql`update ${sql.table(table)} set ${set}`
    : sql`delete from ${sql.table(table)}`
  const old = sql`${sql.ref(`${table}.${since}`)} < now() - ${interval} and (${where})`
  // Asked of the row once more: one that was used since it was found stays.
  const some = sql`${change} where ${old} and ctid = any(array(
    select ctid from ${sql.table(table)} where ${old} limit ${batch}))`
  let changed: bigint
  do changed = (await some.execute(db)).numAffectedRows ?? 0n
  while (changed >= batch)
}

/** Of the kernel's own tables. */
export const kernelRetention: readonly RetentionRule[] = [
  {
    what: 'Counts of requests that are over',
    table: 'request_counts',
    since: 'ends_at',
    keeps: '0 days',
    every: 'hour',
  },
  {
    what: 'Throttles that are over',
    table: 'throttles',
    // Until then the next one is longer.
    since: 'began_at',
    keeps: '1 day',
    where: sql`ends_at < now()`,
    every: 'hour',
  },
]
