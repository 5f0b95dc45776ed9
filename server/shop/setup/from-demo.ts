import { sql } from 'kysely'
import type { DB } from '#db/tables.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { writeLog } from '#server/platform/logs/log.ts'

// Anyone can be an administrator of a demo shop, because its passwords are public. All its users,
// orders, codes, keys and loaders were created for testing and may belong to strangers.

export const kept = [
  'background_migrations',
  'blog_posts',
  'brand',
  'campaign_rate_limit',
  'images',
  'legal_versions',
  'migrations',
  'product_modules',
  'products',
  'schedules',
  'sealed_secrets',
  'settings',
  'text_versions',
  'texts',
  'time_policies',
] as const satisfies (keyof DB)[]

export const takenOut = [
  'api_keys',
  'backups',
  'beta_testers',
  'build_computers',
  'build_revocations',
  'campaign_counts',
  'campaign_recipients',
  'campaigns',
  'companies',
  'credit_batches',
  'credit_ranges',
  'device_history',
  'device_places',
  'devices',
  'discord_accounts',
  'discord_links',
  'discord_roles',
  'discount_uses',
  'discounts',
  'disputes',
  'document_files',
  'document_series',
  'documents',
  'downloads',
  'events',
  'evidence',
  'evidence_copies',
  'factor_trials',
  'files_begun',
  'fraud_warnings',
  'held_signups',
  'incident_followers',
  'incident_modules',
  'incident_updates',
  'incidents',
  'infractions',
  'known_browsers',
  'loader_builds',
  'loader_pairings',
  'loader_promotions',
  'loader_releases',
  'loader_sessions',
  'loader_tokens',
  'login_failures',
  'logs',
  'machine_disks',
  'mail_suppressions',
  'mailed_tokens',
  'mails',
  'module_periods',
  'modules',
  'order_days',
  'order_items',
  'orders',
  'pauses',
  'payment_events',
  'payment_reconciliations',
  'payments',
  'payouts',
  'price_changes',
  'problems',
  'recovery_codes',
  'referral_conversions',
  'referral_rewards',
  'refund_days',
  'refund_items',
  'refunds',
  'release_followers',
  'release_posts',
  'release_upload_parts',
  'release_uploads',
  'renewal_charges',
  'renewal_prices',
  'renewals',
  'request_counts',
  // Links signed with these secrets would work for later users with the same id.
  'secrets',
  'second_factors',
  'service_keys',
  'service_trials',
  'services',
  'sessions',
  'setup_links',
  'spent_captchas',
  'stills',
  'subscription_days',
  'subscription_notices',
  'subscriptions',
  'throttles',
  'canned_replies',
  'ticket_messages',
  'ticket_notes',
  'tickets',
  'time_credits',
  'time_entries',
  'time_gifts',
  'user_days',
  'users',
  'vat_checks',
] as const satisfies (keyof DB)[]

const command = '`npm run setup -- --from-demo` with the same environment variables'

export async function refuseDemo(db: Database) {
  if (!(await isDemo(db))) return
  throw new StartError(
    `This database contains the demo shop, whose passwords are public. To make it your own, run ${command}: it deletes the demo’s users and orders and keeps products and texts. For an empty shop, use another database.`,
  )
}

/** Permanent in all processes. Throws a StartError if there is no demo, or if the shop is open. */
export async function takeDemoOut(db: Database) {
  await transaction(db, async (tx) => {
    const { opened_at } = await tx
      .selectFrom('settings')
      .select('opened_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (opened_at)
      throw new StartError('This shop has customers of its own, so nothing was deleted.')
    if (!(await isDemo(tx))) {
      throw new StartError('This database contains no demo shop, so nothing was deleted.')
    }
    // The triggers of these tables forbid deletions, which is right for a shop that sells.
    const { rows: months } = await sql<{ name: string }>`
      select 'months.' || relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'logs'::regclass`.execute(tx)
    const sealed = [
      'time_entries',
      'module_periods',
      'documents',
      'document_files',
      'document_series',
    ]
    const appendOnly = ['logs', ...months.map(({ name }) => name), ...sealed].map((name) =>
      sql.table(name),
    )
    for (const table of appendOnly) await sql`alter table ${table} disable trigger user`.execute(tx)
    // Without cascade, the statement fails if an unlisted table refers to one of these.
    const tables = sql.join(takenOut.map((name) => sql.table(name)))
    await sql`truncate ${tables} restart identity`.execute(tx)
    for (const table of appendOnly) await sql`alter table ${table} enable trigger user`.execute(tx)
    await sql`delete from graphile_worker._private_jobs`.execute(tx)
    const unsaid = { currency_chosen_at: null, tax_chosen_at: null, renewing_chosen_at: null }
    await tx
      .updateTable('settings')
      .set({ shop_name: null, ...unsaid })
      .execute()
    await tx.updateTable('texts').set({ draft_by: null }).execute()
    await tx.updateTable('text_versions').set({ published_by: null }).execute()
    await writeLog(tx, {
      source: 'auth',
      level: 'warning',
      message: 'Demo data deleted on the command line',
    })
  })
}

/** Users of the demo are marked, and remain marked after they are deleted. */
export async function isDemo(db: Database) {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
