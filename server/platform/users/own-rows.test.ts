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
  'discord_roles.user_id': 'The job that takes the roles at Discord deletes it',
  'held_signups.referred_by': 'A sign-up of somebody else',
  'users.referred_by': 'A user of their own',
  'orders.user_id': 'What was sold is kept',
  'subscriptions.user_id': 'The ledger is kept',
  'time_gifts.actor_id': 'Who gave time; what was written of it goes with its customer',
  'time_gifts.undone_by': 'Who took it back',
  'incidents.created_by': 'The status page’s',
  'incident_updates.created_by': 'The status page’s',
  'credit_batches.created_by': 'Who gave time to many',
  'credit_batches.confirmed_by': 'Who gave time to many',
  'credit_batches.undone_by': 'Who took it back',
  'time_credits.user_id': 'What the ledger refers to',
  'pauses.user_id': 'What the ledger refers to',
  'pauses.ended_by': 'Who ended it',
  'time_entries.actor_id': 'The ledger is kept',
  'price_changes.actor_id': 'Who moved renewals to a price',
  'price_changes.canceled_by': 'Who canceled that',
  'renewals.user_id': 'Ended and without its card, as orders were paid by it',
  'refunds.actor_id': 'What was given back is kept',
  'payouts.created_by': 'What was given back is kept',
  'payouts.approved_by': 'What was given back is kept',
  'payouts.claimed_by': 'Who said that they send it is kept',
  'payouts.sent_by': 'What was given back is kept',
  'payouts.withdrawn_by': 'What was given back is kept',
  'downloads.user_id': 'Goes too, unless a dispute needs it until it is closed',
  'disputes.answered_by': 'What a bank was told is kept',
  'referral_rewards.user_id': 'What the ledger refers to',
  'referral_conversions.referred_id': 'What the referrer was rewarded for',
  'referral_conversions.referrer_id': 'What the ledger refers to',
  'loader_releases.created_by': 'The shop’s',
  'release_uploads.user_id': 'Nobody’s, and gone in a day',
  'loader_promotions.promoted_by': 'The shop’s',
  'loader_builds.user_id': 'Stamps in the files that were handed out',
  'build_revocations.user_id': 'What was taken back stays so, as the builds do',
  'build_revocations.actor_id': 'Who revoked builds',
  'build_revocations.undone_by': 'Who undid that',
  'evidence.kept_by': 'Who kept a leaked file',
  'evidence.deleted_by': 'Who deleted it',
  'evidence_copies.user_id': 'Whose copy leaked is kept as the file is, for 400 days',
  'tickets.user_id': 'Closed, and shown as of a deleted user',
  'tickets.assigned_to': 'Given back',
  'ticket_messages.user_id': 'Shown as of a deleted user',
  'device_history.actor_id': 'Who of the staff did it to somebody else',
  'api_keys.created_by': 'The shop’s',
  'mails.user_id': 'Emptied, as is the recipient',
  'mails.resent_by': 'The shop’s',
  'campaigns.created_by': 'The shop’s',
  'campaign_recipients.user_id': 'Who was counted; addresses are not kept there',
}

test('whatever refers to a user goes with them or is said to be left', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname as reference
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
     where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
  const own = ownTables.map((table) => `${table}.user_id`)
  expect(rows.map(({ reference }) => reference).sort()).toEqual(
    [...own, ...Object.keys(left)].sort(),
  )
})
