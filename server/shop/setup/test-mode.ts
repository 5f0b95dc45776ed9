import { sql } from 'kysely'
import type { Config } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { keepConnection } from '#server/kernel/database/kept-connection.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { isDemo } from './from-demo.ts'

// In test mode, purchases cost play money, and queued mails and charges go to stand-ins.

/** `SANDBOX=1` is for a copy to experiment with. `url` must not be a transaction pooler's. */
export async function refuseRealShop({ sandbox }: Pick<Config, 'sandbox'>, url: string) {
  if (!sandbox?.byDefault) return
  await onDatabase(url, async (db) => {
    if (!(await isReal(db))) return
    throw new StartError(
      'This database contains a real shop, and without SITE_URL it would start in test mode, which delivers goods for test payments and sends no email. Set the environment variables of the shop. To test with a copy of the database, set SANDBOX=1.',
    )
  })
}

/** Whether it was opened to customers, or has an administrator other than the demo's users. */
async function isReal(db: Database): Promise<boolean> {
  const { opened_at } = await db
    .selectFrom('settings')
    .select('opened_at')
    .executeTakeFirstOrThrow()
  if (opened_at) return true
  const administrator = await db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .limit(1)
    .executeTakeFirst()
  return administrator !== undefined && !(await isDemo(db))
}

/** Shows other processes that this one is in test mode, while it runs. */
export function showTestMode(url: string) {
  return keepConnection(url, {
    prepare: (client) => client.query('select pg_advisory_lock_shared($1)', [lockKeys.inTestMode]),
  })
}

/** Throws a StartError while a process in test mode uses the database. */
export async function refuseBesideTestMode(url: string) {
  await onDatabase(url, async (db) => {
    const { rows } = await sql`
      select from pg_locks
       where locktype = 'advisory' and objsubid = 1 and granted
         and database = (select oid from pg_database where datname = current_database())
         and (classid::int8 << 32) | objid::int8 = ${sql.lit(lockKeys.inTestMode)}::int8 limit 1`.execute(
      db,
    )
    if (rows.length === 0) return
    throw new StartError(
      'A process in test mode is using this database, for example the demo. Stop it first. Otherwise it would continue to deliver goods for test payments, and process pending emails and payments.',
    )
  })
}

async function onDatabase(url: string, work: (db: Database) => Promise<void>) {
  const db = openDatabase(url, 1)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
