import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database.ts'
import { report, workOff } from '#server/kernel/rounds.ts'
import type { Sender } from '#server/mail/frame.ts'
import { lockCustomer } from '#server/subscriptions/ledger.ts'
import { cardEnds, isFailing } from '#server/subscriptions/renewal-states.ts'
import { pauseOf, productStandsStill } from '#server/subscriptions/still.ts'
import { mailRenewal, type RenewalMail } from './mail.ts'

const batch = 100

/** How long before its charge a renewal is announced: a third of the term when that is less than a week. */
export const announcedAhead = sql`case when term_seconds > 31 * 86400 then interval '7 days'
                       when term_seconds >= 7 * 86400 then interval '3 days'
                       else make_interval(secs => term_seconds / 3.0) end`

/** How long before its charge a customer is told that the card will have expired. */
export const expiryToldAhead = sql`least(interval '14 days', make_interval(secs => term_seconds / 2.0))`

/** What may be announced: no charge that waits, nor one of time that stands still. */
const isComing = sql<boolean>`state = 'on' and not ${productStandsStill('renewals')}
  and due_at > coalesce(${pauseOf('renewals')}, now())`

/**
 * Announces charges: seven days ahead, three of terms up to a month, a third of a term below a week.
 * Each once; a charge that moved by a day or more, or by half of a shorter term, is announced anew.
 */
export function announceCharges(db: Database, sender: Sender) {
  return mailEach(db, sender, 'renewal-soon', {
    due: sql`${isComing} and due_at <= now() + ${announcedAhead}
      and (announced_for is null or abs(extract(epoch from announced_for - due_at))
                                    >= least(86400, term_seconds / 2))`,
    order: sql`due_at`,
    mark: sql`announced_for = due_at`,
  })
}

/**
 * Says that a card will have expired when it is charged: two weeks ahead or half of the term, so that
 * there is time to choose another. Once for each end of a card, with all that it would pay by then;
 * from the announcement on, that says it.
 */
export function tellOfExpiry(db: Database, sender: Sender) {
  const expires = sql`${isComing} and ${cardEnds} <= due_at
      and expiry_told is distinct from ${cardEnds}`
  return mailEach(db, sender, 'renewal-card', {
    due: sql`${expires} and term_seconds >= 14 * 86400 and due_at > now() + ${announcedAhead}
      and due_at <= now() + ${expiryToldAhead}`,
    alike: expires,
    order: sql`due_at`,
    mark: sql`expiry_told = ${cardEnds}`,
  })
}

/** Says on the third and the seventh day that a payment is failing still. */
export function remindOfFailures(db: Database, sender: Sender) {
  return mailEach(db, sender, 'renewal-failed', {
    due: sql`${isFailing('renewals')} and gives_up_at > now()
      and not ${productStandsStill('renewals')}
      and (failed_at <= now() - interval '3 days' and told_days < 3
           or failed_at <= now() - interval '7 days' and told_days < 7)`,
    order: sql`id`,
    mark: sql`told_days = case when failed_at <= now() - interval '7 days' then 7 else 3 end`,
  })
}

/**
 * Which renewals are mailed, which of them first, and what marks one as mailed. What is `alike`, by the
 * same card, is told and marked with it.
 */
type Round = Record<'due' | 'order' | 'mark', RawBuilder<unknown>> & { alike?: RawBuilder<unknown> }

/**
 * Marks and mails each in a transaction of its own. One that cannot be mailed holds up no other: it
 * stays unmarked, and the next round tries again.
 */
async function mailEach(db: Database, sender: Sender, template: RenewalMail, round: Round) {
  const { due, order, mark, alike } = round
  const listDue = async (left: readonly number[]) => {
    const { rows } = await sql<{ id: number; user: number }>`
      select id, user_id as user from renewals where ${due} and id <> all(${left})
       order by ${order} limit ${batch}`.execute(db)
    return rows
  }
  const failures = await workOff(db, listDue, mailOne)
  report(failures, 'customers could not be mailed of their renewals')

  /** False where another round has it, or has mailed it meanwhile. */
  async function mailOne(tx: Tx, { id, user }: { id: number; user: number }) {
    // Of those that are alike several may be due, and each names the others.
    if (alike) await lockCustomer(tx, user)
    const { rows } = await sql`
      with first as (
        select user_id as whose, card_id as by from renewals
         where id = ${id} and ${due} for update skip locked
      ), others as (
        select id from renewals join first on whose = user_id and by = card_id
         where ${alike ?? sql`false`} for update of renewals skip locked
      )
      update renewals set ${mark}
       where exists (select from first) and (id = ${id} or id in (select id from others))
      returning id`.execute(tx)
    if (rows.length > 0) await mailRenewal(tx, sender, id, template)
    return rows.length > 0
  }
}
