import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { pauseOf, productStandsStill } from '#server/subscriptions/still.ts'
import { cardEnds, mailRenewal } from './mail.ts'

const batch = 100

/** How long before its charge one is announced: a term of less than a week by a third of itself. */
const ahead = sql`case when term_seconds > 31 * 86400 then interval '7 days'
                       when term_seconds >= 7 * 86400 then interval '3 days'
                       else make_interval(secs => term_seconds / 3.0) end`

/** What may be announced: no charge that waits, nor one of time that stands still. */
const isComing = sql<boolean>`state = 'on' and not ${productStandsStill('renewals')}
  and due_at > coalesce(${pauseOf('renewals')}, now())`

/**
 * Announces charges: seven days ahead, three of terms up to a month, a third of a term below a week.
 * Each once; a charge that moved by a day or more, or by half of a shorter term, is announced anew.
 */
export function announceCharges(db: Database, sender: Sender) {
  return inBatches(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id from renewals
         where ${isComing} and due_at <= now() + ${ahead}
           and (announced_for is null or abs(extract(epoch from announced_for - due_at))
                                         >= least(86400, term_seconds / 2))
         order by due_at limit ${batch} for update skip locked
      )
      update renewals set announced_for = due_at from due where renewals.id = due.id
      returning renewals.id`.execute(tx)
    for (const { id } of rows) await mailRenewal(tx, sender, id, 'renewal-soon')
    return rows.length
  })
}

/**
 * Says that a card will have expired when it is charged: two weeks ahead or half of the term, so that
 * there is time to choose another. Once for each end of a card; from the announcement on, that says it.
 */
export function tellOfExpiry(db: Database, sender: Sender) {
  return inBatches(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with due as (
        select id from renewals
         where ${isComing} and term_seconds >= 14 * 86400 and due_at > now() + ${ahead}
           and due_at <= now() + least(interval '14 days', make_interval(secs => term_seconds / 2.0))
           and ${cardEnds} <= due_at and expiry_told is distinct from ${cardEnds}
         order by due_at limit ${batch} for update skip locked
      )
      update renewals set expiry_told = ${cardEnds} from due where renewals.id = due.id
      returning renewals.id`.execute(tx)
    for (const { id } of rows) await mailRenewal(tx, sender, id, 'renewal-card')
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
