/** Writes `db/tables.ts` from a migrated database: `npm run codegen`, with DATABASE_URL set. */
import { Kysely, PostgresDialect as Postgres } from 'kysely'
import { generate, IdentifierNode, PostgresDialect } from 'kysely-codegen'
import pg from 'pg'

// Columns whose check constraint lists their values. PostgreSQL cannot say so by itself.
const listed: Record<string, string> = {
  'campaign_recipients.status':
    "Generated<'queued' | 'sending' | 'sent' | 'failed' | 'unknown' | 'skipped' | 'cancelled'>",
  'campaigns.status': "Generated<'running' | 'paused' | 'cancelled' | 'finished'>",
  'discord_roles.state': "'pending' | 'given' | 'left_server' | 'forbidden' | 'failed'",
  'discounts.type': '0 | 1',
  'loader_builds.status': "Generated<'building' | 'ready' | 'failed'>",
  'logs.level': '0 | 1 | 2 | 3',
  'mailed_tokens.purpose': "'verify' | 'reset' | 'invite'",
  'mail_suppressions.reason': "'unsubscribed' | 'bounced' | 'complained' | 'staff'",
  'mails.status': "Generated<'queued' | 'sent' | 'failed'>",
  'module_statuses.status': "'operational' | 'updating' | 'maintenance' | 'offline'",
  'order_items.months': '1 | 3 | 6 | 12',
  'orders.payment_status':
    "Generated<'waiting' | 'confirming' | 'partially_paid' | 'finished' | 'expired' | 'failed' | 'refunded' | 'disputed'>",
  'orders.type': "'card' | 'crypto' | 'free'",
  'payment_events.provider': "'stripe' | 'nowpayments' | 'btcpay'",
  'payments.provider': "'stripe' | 'nowpayments' | 'btcpay'",
  'subscription_notices.days': '7 | 3 | 1 | 0',
  'tickets.category':
    "'Technical' | 'Billing' | 'Account' | 'General' | 'Bug Report' | 'Feature Request'",
  'tickets.status': "Generated<'open' | 'in_progress' | 'resolved' | 'closed'>",
  'time_entries.cause':
    "'purchase' | 'grant' | 'reward' | 'compensation' | 'revocation' | 'refund'",
}

const db = new Kysely<unknown>({
  dialect: new Postgres({ pool: new pg.Pool({ connectionString: process.env.DATABASE_URL }) }),
})
await generate({
  db,
  dialect: new PostgresDialect(),
  defaultSchemas: ['public'],
  excludePattern: 'graphile_worker.*',
  outFile: 'db/tables.ts',
  typeMapping: { int8: 'number', numeric: 'number', inet: 'string' },
  overrides: {
    columns: Object.fromEntries(
      Object.entries(listed).map(([column, type]) => [column, new IdentifierNode(type)]),
    ),
  },
})
await db.destroy()
