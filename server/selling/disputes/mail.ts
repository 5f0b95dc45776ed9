import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { mailAdmins } from '#server/platform/mail/mail-admins.ts'
import { active } from '#server/platform/users/living.ts'
import {
  disputeClosedMail,
  disputeOpenedMail,
  writeDisputeClosedMail,
  writeDisputeOpenedMail,
} from './admin-mails.ts'
import {
  disputeDecidedMail,
  paymentDisputedMail,
  writeDisputeDecidedMail,
  writePaymentDisputedMail,
} from './mail-texts.ts'
import { tookPart } from './parts.ts'
import { isClosed } from './states.ts'

export function mailDispute(db: Database, sender: Sender, id: number) {
  return transaction(db, async (tx) => {
    const dispute = await tx
      .selectFrom('disputes')
      .innerJoin('orders', 'orders.id', 'order_id')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['disputes.id', 'amount_cents', 'reason', 'due_at', 'opening', 'state', 'username'])
      .where('disputes.id', '=', id)
      .executeTakeFirst()
    if (!dispute) return
    const { state, opening } = dispute
    const inquiry = state === 'warning'
    const news = { ...dispute, inquiry, opening }
    const once = `dispute-${inquiry ? 'warned' : 'opened'} ${id}`
    await mailAdmins(tx, disputeOpenedMail, writeDisputeOpenedMail(sender, news), once)
    if (opening) await mailCustomer(tx, sender, id)
  })
}

/** Does nothing if the dispute has been decided, or the customer is deleted or banned. */
export async function mailCustomer(
  db: Database,
  sender: Sender,
  id: number,
  again?: Resend,
): Promise<number | undefined> {
  const told = await selectTelling(db)
    .where('disputes.id', '=', id)
    .where('state', 'in', ['needs_response', 'under_review'])
    .executeTakeFirst()
  if (!told) return undefined
  const { order_id: order, amount_cents: cents, opening, username, of_part: part } = told
  const mail = writePaymentDisputedMail(sender, { order, cents, effect: opening!, username, part })
  const about = { dispute: id, order }
  return queueMail(
    db,
    {
      ...mail,
      to: told.email,
      userId: told.user_id,
      template: paymentDisputedMail,
      about,
      once: `payment-disputed ${id}`,
    },
    again,
  )
}

/** Notifies administrators of the outcomes of an order's recent disputes, once per outcome. */
export function mailClosed(db: Database, sender: Sender, order: string) {
  return transaction(db, async (tx) => {
    const closed = await tx
      .selectFrom('disputes')
      .innerJoin('orders', 'orders.id', 'order_id')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['disputes.id', 'amount_cents', 'reason', 'state', 'username'])
      .where('order_id', '=', order)
      .where('closed_at', '>', sql<Date>`now() - interval '7 days'`)
      .orderBy('disputes.id')
      .limit(sql.lit(20))
      .execute()
    for (const { state, ...news } of closed) {
      if (!isClosed(state)) continue
      const mail = writeDisputeClosedMail(sender, { ...news, state })
      await mailAdmins(tx, disputeClosedMail, mail, `dispute-closed ${news.id} ${state}`)
    }
  })
}

/**
 * Mails how the latest dispute that the customer knows of ended, and which parts were lost before,
 * once none is open. A bank can change its decision, so the current state counts.
 */
export async function mailDecided(db: Database, sender: Sender, order: string) {
  const told = await selectDecided(db)
    .where('order_id', '=', order)
    .orderBy('disputes.id', 'desc')
    .limit(sql.lit(20))
    .execute()
  const [latest, ...earlier] = told
  if (!latest || told.some(({ state }) => !isClosed(state))) return
  const heldBack = earlier.filter(({ part, closed_at }) => part && closed_at! >= latest.opened_at)
  for (const { id } of [...heldBack.reverse(), latest]) await mailDecision(db, sender, id)
}

export async function mailDecision(
  db: Database,
  sender: Sender,
  id: number,
  again?: Resend,
): Promise<number | undefined> {
  const told = await selectDecided(db).where('disputes.id', '=', id).executeTakeFirst()
  if (!told || !isClosed(told.state)) return undefined
  const { state, order_id: order, amount_cents: cents, username } = told
  const stands = told.was_lost ? 'won_late' : 'won'
  const end = state !== 'lost' ? stands : told.part && !told.all_lost ? 'lost_part' : 'lost'
  return queueMail(
    db,
    {
      ...writeDisputeDecidedMail(sender, { order, cents, username, end }),
      to: told.email,
      userId: told.user_id,
      template: disputeDecidedMail,
      about: { dispute: id, order },
      once: `dispute-decided ${id} ${state}`,
    },
    again,
  )
}

function selectTelling(db: Database) {
  return selectOfCustomers(db)
    .select(sql<boolean>`amount_cents < total_cents - refunded_cents`.as('of_part'))
    .where('opening', 'is not', null)
}

/** Includes lost parts that the shop learned of only after the loss. */
function selectDecided(db: Database) {
  return selectOfCustomers(db)
    .select(['opened_at', 'closed_at', tookPart.as('part')])
    .select(sql<boolean>`dispute_lost_at is not null`.as('all_lost'))
    .select(
      // The customer was already notified of the loss.
      sql<boolean>`exists (
        select from mails where once = 'dispute-decided ' || disputes.id || ' lost')`.as(
        'was_lost',
      ),
    )
    .where((eb) => eb.or([eb('opening', 'is not', null), tookPart]))
}

function selectOfCustomers(db: Database) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['disputes.id', 'state', 'order_id', 'amount_cents', 'opening'])
    .select(['user_id', 'username', 'email'])
    .where(active)
}
