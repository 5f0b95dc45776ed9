import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { ownTables } from './own-rows.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 1)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Columns that refer to a user but are not deleted with the user, and the reason. */
const left: Record<string, string> = {
  'discord_roles.user_id': 'Deleted by the job that removes the roles at Discord',
  'held_signups.referred_by': 'Another person’s sign-up',
  'users.referred_by': 'Another user',
  'orders.user_id': 'Sales are retained',
  'subscriptions.user_id': 'The ledger is retained',
  'time_gifts.actor_id': 'Author of a grant; its note is deleted with the customer',
  'time_gifts.undone_by': 'Author of the reversal',
  'incidents.created_by': 'Belongs to the status page',
  'incident_updates.created_by': 'Belongs to the status page',
  'credit_batches.created_by': 'Author of a batch',
  'credit_batches.confirmed_by': 'Author of a batch',
  'credit_batches.undone_by': 'Author of the reversal',
  'time_credits.user_id': 'The ledger refers to it',
  'pauses.user_id': 'The ledger refers to it',
  'pauses.ended_by': 'Staff member who ended it',
  'time_entries.actor_id': 'The ledger is retained',
  'price_changes.actor_id': 'Author of a price change',
  'price_changes.canceled_by': 'Author of the cancellation',
  'renewals.user_id': 'Ended and without its card; paid orders refer to it',
  'refunds.actor_id': 'Refunds and payouts are retained',
  'payouts.created_by': 'Refunds and payouts are retained',
  'payouts.approved_by': 'Refunds and payouts are retained',
  'payouts.claimed_by': 'Refunds and payouts are retained',
  'payouts.sent_by': 'Refunds and payouts are retained',
  'payouts.withdrawn_by': 'Refunds and payouts are retained',
  'downloads.user_id': 'Deleted too, unless an open dispute needs it',
  'disputes.answered_by': 'Answers to banks are retained',
  'referral_rewards.user_id': 'The ledger refers to it',
  'referral_conversions.referred_id': 'The reward of the referrer depends on it',
  'referral_conversions.referrer_id': 'The ledger refers to it',
  'loader_releases.created_by': 'Belongs to the shop',
  'release_uploads.user_id': 'Deleted within a day',
  'loader_promotions.promoted_by': 'Belongs to the shop',
  'loader_builds.user_id': 'Identifies issued files by their stamp',
  'build_revocations.user_id': 'Revocations are retained with the builds',
  'build_revocations.actor_id': 'Author of a revocation',
  'build_revocations.undone_by': 'Author of the restoration',
  'evidence.kept_by': 'Author of the evidence',
  'evidence.deleted_by': 'Author of the deletion',
  'evidence_copies.user_id': 'Retained for 400 days, like the file',
  'tickets.user_id': 'Closed, and shown under “Deleted user”',
  'tickets.assigned_to': 'Unassigned',
  'ticket_notes.user_id': 'Written by staff, and retained with the ticket',
  'ticket_messages.user_id': 'Shown under “Deleted user”',
  'device_history.actor_id': 'Staff member who changed another user’s device',
  'api_keys.created_by': 'Belongs to the shop',
  'mails.user_id': 'Cleared together with the recipient',
  'mails.resent_by': 'Belongs to the shop',
  'campaigns.created_by': 'Belongs to the shop',
  'campaign_recipients.user_id': 'Counts the recipient, without an address',
}

test('every reference to a user is deleted with them or listed with a reason', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname as reference
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
  const own = ownTables.map((table) => `${table}.user_id`)
  expect(rows.map(({ reference }) => reference).sort()).toEqual(
    [...own, ...Object.keys(left)].sort(),
  )
})
