import { sql } from 'kysely'
import {
  BouncedMail,
  PermanentMailFailure,
  ShopRefused,
  UncertainMailFailure,
} from '#server/adapters/mail/mail.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { suppressBounced } from '#server/platform/mail/suppressions.ts'
import { retryPause } from './rate-limit.ts'
import { countRefusal, endRefusals } from './refusals.ts'

/** After this many attempts, a temporary failure counts as permanent. */
export const mostAttempts = 7

export type Claimed = { userId: number; email: string; attempts: number }

/** Commits the claim before mails are sent. `found` also counts skipped recipients. */
export function claimRecipients(db: Database, id: number, lease: string, most: number) {
  return transaction(db, async (tx) => {
    const running = await tx
      .selectFrom('campaigns')
      .select('id')
      .where('id', '=', id)
      .where('sender', '=', lease)
      .where('status', '=', 'running')
      .forShare()
      .executeTakeFirst()
    if (!running) return { found: 0, claimed: [] }
    const next = await tx
      .selectFrom('campaign_recipients as recipient')
      .innerJoin('users', 'users.id', 'recipient.user_id')
      .leftJoin('mail_suppressions as suppression', (join) =>
        join.on('suppression.email', '=', sql<string>`lower(users.email)`),
      )
      .select(['recipient.user_id as userId', 'users.email', 'attempts'])
      .select(
        sql<string | null>`case
          when deleted_at is not null then 'The account was deleted'
          when banned then 'The account is banned'
          when verified_at is null then 'The address is not verified'
          when suppression.email is not null then 'On the suppression list: ' || suppression.reason
        end`.as('obstacle'),
      )
      .where('campaign_id', '=', id)
      .where('recipient.status', '=', 'queued')
      .where('due_at', '<=', sql<Date>`now()`)
      .orderBy('due_at')
      .orderBy('recipient.user_id')
      .limit(most)
      .execute()
    const claimed: Claimed[] = []
    for (const { userId, email, attempts, obstacle } of next) {
      if (obstacle === null) claimed.push({ userId, email, attempts: attempts + 1 })
      else await settle(tx, id, userId, 'queued', { status: 'skipped', error: obstacle })
    }
    if (claimed.length > 0) {
      await tx
        .updateTable('campaign_recipients')
        .set((eb) => ({ status: 'sending', attempts: eb('attempts', '+', 1) }))
        .where('campaign_id', '=', id)
        .where(
          'user_id',
          'in',
          claimed.map(({ userId }) => userId),
        )
        .execute()
    }
    return { found: next.length, claimed }
  })
}

export async function settleSent(db: Database, id: number, { userId }: Claimed) {
  await endRefusals(db, id)
  await settle(db, id, userId, 'sending', { status: 'sent', error: null, sent_at: sql`now()` })
}

/** The outcome may be unknown. A temporary failure is retried later. */
export async function settleFailure(
  db: Database,
  id: number,
  { userId, email, attempts }: Claimed,
  failure: Error,
) {
  const error = failure.message.slice(0, 500)
  if (failure instanceof BouncedMail) await suppressBounced(db, email)
  if (failure instanceof ShopRefused) await countRefusal(db, id, error)
  if (failure instanceof PermanentMailFailure) await endRefusals(db, id)
  if (failure instanceof UncertainMailFailure) {
    return settle(db, id, userId, 'sending', { status: 'unknown', error })
  }
  if (failure instanceof PermanentMailFailure || attempts >= mostAttempts) {
    return settle(db, id, userId, 'sending', { status: 'failed', error })
  }
  return transaction(db, async (tx) => {
    // If the campaign was cancelled in the meantime, the recipient is not queued again.
    const { status } = await tx
      .selectFrom('campaigns')
      .select('status')
      .where('id', '=', id)
      .forShare()
      .executeTakeFirstOrThrow()
    if (status === 'cancelled') {
      return settle(tx, id, userId, 'sending', { status: 'failed', error })
    }
    const due_at = sql<Date>`now() + make_interval(secs => ${retryPause(attempts)})`
    await settle(tx, id, userId, 'sending', { status: 'queued', error, due_at })
  })
}

/** Does nothing if the recipient has left the `from` state: a settled recipient stays settled. */
async function settle(
  db: Database,
  id: number,
  userId: number,
  from: 'queued' | 'sending',
  change: {
    status: 'queued' | 'sent' | 'failed' | 'unknown' | 'skipped'
    error: string | null
    sent_at?: ReturnType<typeof sql>
    due_at?: ReturnType<typeof sql<Date>>
  },
) {
  await db
    .updateTable('campaign_recipients')
    .set(change as { status: 'sent' })
    .where('campaign_id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', from)
    .execute()
}
