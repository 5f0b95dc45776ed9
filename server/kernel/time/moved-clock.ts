import { sql } from 'kysely'
import type pg from 'pg'
import { StartError } from '#server/kernel/config/start-error.ts'
import { leave, newClient } from '#server/kernel/database/client.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'

/**
 * The movable clock of test mode: a schema whose `now()` takes precedence over PostgreSQL's. Its
 * functions contain the offset as a constant, so moving the clock invalidates every plan.
 */
const schema = 'loadout_clock'

/** Names are looked up in `schema` before pg_catalog. Objects are created in the usual schema. */
const searchPath = `"$user", public, ${schema}, pg_catalog`

const functions = [
  ['now', 'stable'],
  ['clock_timestamp', 'volatile'],
] as const

const moved = (milliseconds: number) =>
  functions
    .map(
      ([name, volatility]) => `create or replace function ${schema}.${name}() returns timestamptz
        language sql ${volatility} parallel safe
        as $$ select pg_catalog.${name}()${milliseconds ? ` + interval '${milliseconds} milliseconds'` : ''} $$`,
    )
    .join(';')

/** A column default keeps the `now()` that it was created with, so it must be created again. */
const rebind = (from: string, to: string) => `do $$
  declare found record;
  begin
    for found in
      select adrelid::regclass as relation, attname, pg_get_expr(adbin, adrelid) as expression
        from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
        join pg_class on pg_class.oid = adrelid
       where attgenerated = '' and relpersistence <> 't'
    loop
      if found.expression ~ '(?<![\\w.])${from}(now|clock_timestamp)\\(\\)' then
        execute format('alter table %s alter column %I set default %s', found.relation, found.attname,
          regexp_replace(found.expression, '(?<![\\w.])${from}(now|clock_timestamp)\\(\\)', '${to}\\1()', 'g'));
      end if;
    end loop;
  end $$`

const forRole = (change: string) =>
  `do $$ begin execute format('alter role current_user in database %I ${change}', current_database()); end $$`

/** Only for test mode, after the migrations and before anything else opens the database. */
export async function installClock(url: string) {
  await alone(url, async (client) => {
    const { rows } = await client.query(`select to_regnamespace('${schema}') is null as missing`)
    if (rows[0].missing) await client.query(`create schema ${schema}; ${moved(0)}`)
    // With a short search path, both kinds of function are printed with their schema.
    await client.query(`set local search_path to pg_catalog; ${rebind('', `${schema}.`)}`)
    await client.query(forRole(`set search_path to ${searchPath}`))
  })
}

/** Throws a StartError if the clock was moved, because the data is dated by it. */
export async function removeClock(url: string, { evenMoved = false } = {}) {
  await alone(url, async (client) => {
    const { rows } = await client.query(`select to_regnamespace('${schema}') is null as missing`)
    if (rows[0].missing) return
    const { rows: read } = await client.query(`select ${aheadOf} as ahead`)
    const ahead = Number(read[0].ahead)
    if (ahead !== 0 && !evenMoved) {
      throw new StartError(
        `The clock of this database was moved ${inDays(ahead)} ahead in test mode, and its data is dated accordingly. Start it in test mode, with SANDBOX=1, or use another database.`,
      )
    }
    await client.query(
      `set local search_path to pg_catalog; ${rebind(`${schema}.`, 'pg_catalog.')}`,
    )
    await client.query(`drop function ${functions.map(([name]) => `${schema}.${name}()`).join(', ')};
       drop schema ${schema}; ${forRole('reset search_path')}`)
  })
}

const aheadOf = `round(extract(epoch from ${schema}.now() - pg_catalog.now()) * 1000)::bigint`

const inDays = (milliseconds: number) => {
  const days = milliseconds / 86_400_000
  return days < 1
    ? 'less than a day'
    : `${Math.round(days)} ${Math.round(days) === 1 ? 'day' : 'days'}`
}

/** How many milliseconds the database's clock is ahead of the machine's. */
export async function readAhead(db: Database): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`select ${sql.raw(aheadOf)} as ahead`.execute(db)
  return rows[0]!.ahead
}

/** Moves the clock only forward. Running jobs keep their age, or they would count as lost. */
export async function setDatabaseAhead(tx: Tx, milliseconds: number) {
  await sql`select pg_advisory_xact_lock(${lockKeys.movingClock})`.execute(tx)
  const before = await readAhead(tx)
  if (milliseconds <= before) return
  await sql.raw(moved(milliseconds)).execute(tx)
  await sql`update graphile_worker._private_jobs
               set locked_at = locked_at + make_interval(secs => ${(milliseconds - before) / 1000})
             where locked_at is not null`.execute(tx)
}

/** Runs `work` in one transaction, and prevents other processes from doing the same. */
async function alone(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = newClient(url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKeys.movingClock])
    await work(client)
    await client.query('commit')
  } finally {
    await leave(client)
  }
}
