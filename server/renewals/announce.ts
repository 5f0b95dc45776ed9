import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { pauseOf, productStandsStill } from '#server/subscriptions/still.ts'
import { mailRenewal } from './mail.ts'

const batch = 100

/**
 * Announces charges: seven days ahead, three of terms up to a month, and none of shorter terms than a
 * week. Each once; a charge that moved by a day or more is announced anew.
 */
export function announceCharges(db: Database, sender: Sender) {
  return inBatches(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id from renewals
         where state = 'on' and not ${productStandsStill('renewals')} and term_seconds >= 7 * 86400
           and due_at > coalesce(${pauseOf('renewals')}, now())
           and due_at <= now() + case when term_seconds > 31 * 86400
                                      then interval '7 days' else interval '3 days' end
           and (announced_for is null or abs(extract(epoch from announced_for - due_at)) >= 86400)
         order by due_at limit ${batch} for update skip locked
      )
      update renewals set announced_for = due_at from due where renewals.id = due.id
      returning renewals.id`.execute(tx)
    for (const { id } of rows) await mailRenewal(tx, sender, id, 'renewal-soon')
    return rows.length
  })
}

/** Says on the third and the seventh day that a payment is failing still. */
export function remindOfFailures(db: Database, sender: Sender) {
  return inBatches(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id, case when failed_at <= now() - interval '7 days' then 7 else 3 end as days
          from renewals
         where state in ('retrying', 'needs_action') and gives_up_at > now()
           and not ${productStandsStill('renewals')}
           and (failed_at <= now() - interval '3 days' and told_days < 3
                or failed_at <= now() - interval '7 days' and told_days < 7)
         order by id limit ${batch} for update skip locked
      )
      update renewals set told_days = days from due where renewals.id = due.id
      returning renewals.id`.execute(tx)
    for (const { id } of rows) await mailRenewal(tx, sender, id, 'renewal-failed')
    return rows.length
  })
}

async function inBatches(db: Database, work: (tx: Database) => Promise<number>) {
  while ((await transaction(db, work)) === batch);
}
