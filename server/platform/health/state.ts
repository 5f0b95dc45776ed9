import { sql } from 'kysely'
import { type WatchedName, watchedName } from '#contract/platform/health.ts'
import { type PaymentProvider, paymentProvider } from '#contract/wire/payment-provider.ts'
import { shopVersion } from '#server/kernel/config/version.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { listUnencryptedHosts } from '#server/kernel/database/unencrypted-hosts.ts'
import {
  backgroundMigrations,
  listUnfinished,
} from '#server/kernel/migrations/background-migrations.ts'
import { readBackupState } from '#server/platform/backups/state.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { readDisks } from './disks.ts'
import { countJobs } from './queue.ts'
import { checkOf } from './test-service.ts'

export async function readHealth(shop: PlatformShop) {
  const { db } = shop
  const [services, webhooks, vies, mail, jobs, backup, disks, database, unfinished] =
    await Promise.all([
      listServices(shop),
      Promise.all(paymentProvider.options.map((name) => readWebhooks(db, name))),
      readVies(db),
      readMail(db),
      countJobs(db),
      readBackupState(db),
      readDisks(db),
      readDatabase(db),
      listUnfinished(db),
    ])
  return {
    services,
    webhooks,
    vies,
    mail,
    jobs,
    backup,
    disks,
    database: { ...database, unencrypted_hosts: listUnencryptedHosts(shop.config) },
    migrations: unfinished.map(({ name, done_rows: rows, began_at, error }) => ({
      ...{ name, rows, began_at, error },
      does: backgroundMigrations.find((known) => known.name === name)?.does ?? null,
    })),
    version: { shop: shopVersion, node: process.version },
  }
}

/** Includes unconfigured ones, not the built-in captcha. VIES counts if VAT numbers are checked. */
export async function listServices(shop: PlatformShop, db: Database = shop.db) {
  const rows = await db.selectFrom('services').selectAll().execute()
  const known = new Map(rows.map((row) => [row.name, row]))
  const own = shop.captcha.page.kind === 'altcha'
  const asked = await asksVies(db)
  return watchedName.options
    .filter((name) => (name !== 'captcha' || !own) && (name !== 'vies' || asked))
    .map((name) => present(name, known.get(name), checkOf(shop, name) !== null))
}

type Row = { succeeded_at: Date | null; failed_at: Date | null; error: string | null }

function present(name: WatchedName, row: Row | undefined, configured: boolean) {
  const { succeeded_at = null, failed_at = null, error = null } = row ?? {}
  const failing = configured && failed_at !== null && (!succeeded_at || succeeded_at < failed_at)
  return { name, configured, failing, succeeded_at, failed_at, error }
}

async function readWebhooks(db: Database, provider: PaymentProvider) {
  const [last, { unworked }, service] = await Promise.all([
    db
      .selectFrom('payment_events')
      .select(['received_at', 'type'])
      .where('provider', '=', provider)
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('payment_events')
      .select(({ fn }) => fn.countAll<number>().as('unworked'))
      .where('provider', '=', provider)
      .where('worked_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('services')
      .select(['forged', 'forged_at'])
      .where('name', '=', provider)
      .executeTakeFirst(),
  ])
  return {
    provider,
    delivered_at: last?.received_at ?? null,
    type: last?.type ?? null,
    unworked,
    refused: service?.forged ?? 0,
    refused_at: service?.forged_at ?? null,
  }
}

async function asksVies(db: Database): Promise<boolean> {
  const settings = await db
    .selectFrom('settings')
    .select(['tax_mode', 'seller_vat_id'])
    .executeTakeFirstOrThrow()
  return settings.tax_mode === 'table' && settings.seller_vat_id !== ''
}

async function readVies(db: Database) {
  if (!(await asksVies(db))) return null
  const { rows } = await sql<{
    waiting: number
    oldest_waiting_at: Date | null
    silent: string[]
  }>`
    select count(*)::int as waiting, min(created_at) as oldest_waiting_at,
           coalesce(array_agg(distinct left(vat_id, 2) order by left(vat_id, 2))
             filter (where error is not null), '{}') as silent
      from vat_checks
     where state = 'asked' and due_at < 'infinity'
       and exists (select from orders where vat_check_id = vat_checks.id)`.execute(db)
  return rows[0]!
}

async function readMail(db: Database) {
  const { rows } = await sql<{
    queued: number
    oldest_queued_at: Date | null
    sent_at: Date | null
    failed_today: number
  }>`
    select (select count(*) from mails where status = 'queued')::int as queued,
           (select min(created_at) from mails where status = 'queued') as oldest_queued_at,
           (select sent_at from mails where status = 'sent' order by id desc limit 1) as sent_at,
           (select count(*) from mails
             where status = 'failed' and created_at > now() - interval '1 day')::int as failed_today`.execute(
    db,
  )
  return rows[0]!
}

async function readDatabase(db: Database) {
  const { rows } = await sql<{ bytes: number; version: string }>`
    select pg_database_size(current_database()) as bytes,
           current_setting('server_version') as version`.execute(db)
  return { bytes: Number(rows[0]!.bytes), version: rows[0]!.version }
}
