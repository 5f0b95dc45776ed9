import { type RawBuilder, sql } from 'kysely'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { cardEnds, isFailing } from '#server/access/subscriptions/renewal-states.ts'
import { pauseOf, productStandsStill } from '#server/access/subscriptions/still.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { report, workOff } from '#server/kernel/jobs/rounds.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { mailRenewal, type RenewalMail } from './mail.ts'

const batch = 100

/** Terms below a week are announced a third of the term ahead. */
export const announcedAhead = sql`case when term_seconds > 31 * 86400 then interval '7 days'
                       when term_seconds >= 7 * 86400 then interval '3 days'
                       else make_interval(secs => term_seconds / 3.0) end`

export const expiryToldAhead = sql`least(interval '14 days', make_interval(secs => term_seconds / 2.0))`

/** Excludes charges that are due, or within a pause, and products whose time is frozen. */
const isComing = sql<boolean>`state = 'on' and not ${productStandsStill('renewals')}
  and due_at > coalesce(${pauseOf('renewals')}, now())`

/** A charge that moves by a day, or by half of a shorter term, is announced again. */
export function announceCharges(db: Database, sender: Sender) {
  return mailEach(db, sender, 'renewal-soon', {
    due: sql`${isComing} and due_at <= now() + ${announcedAhead}
      and (announced_for is null or abs(extract(epoch from announced_for - due_at))
                                    >= least(86400, term_seconds / 2))`,
    order: sql`due_at`,
    mark: sql`announced_for = due_at`,
  })
}

/** Leaves time to choose another card. Sent once per expiry date, for all renewals of the card. */
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

/** Renewals that match `alike` and use the same card share a mail and are marked with it. */
type Round = Record<'due' | 'order' | 'mark', RawBuilder<unknown>> & { alike?: RawBuilder<unknown> }

/** Mails each in its own transaction. A failure stays unmarked, and the next round retries it. */
async function mailEach(db: Database, sender: Sender, template: RenewalMail, round: Round) {
  const { due, order, mark, alike } = round
  const listDue = async (left: readonly number[]) => {
    const { rows } = await sql<{ id: number; user: number }>`
      select id, user_id as user from renewals where ${due} and id <> all(${left})
       order by ${order} limit ${batch}`.execute(db)
    return rows
  }
  const failures = await workOff(db, listDue, mailOne)
  report(failures, 'customers could not be emailed about their renewals')

  /** Returns false if another round has locked this renewal or has already mailed it. */
  async function mailOne(tx: Tx, { id, user }: { id: number; user: number }) {
    // Several renewals that are alike may be due, and each lists the others, so lock the customer.
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
