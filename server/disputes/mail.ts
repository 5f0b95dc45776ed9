import { type Database, transaction } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail, type Resend } from '#server/mail/mail.ts'
import { mailAdmins } from '#server/mail/mail-admins.ts'
import { active } from '#server/users/living.ts'
import { disputeOpenedMail } from './admin-mails.ts'
import { disputeDecidedMail, paymentDisputedMail } from './mail-texts.ts'
import { isClosed } from './states.ts'

/** Tells administrators at once, and the customer what it means for them where money was taken. */
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
    await mailAdmins(tx, 'dispute-opened', disputeOpenedMail(sender, news), once)
    if (opening) await mailCustomer(tx, sender, id)
  })
}

/** Nothing when it was decided meanwhile, or nobody is there to read it. */
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
  const { order_id: order, amount_cents: cents, opening, username } = told
  const mail = paymentDisputedMail(sender, { order, cents, effect: opening!, username })
  const about = { dispute: id, order }
  return queueMail(
    db,
    {
      ...mail,
      to: told.email,
      userId: told.user_id,
      template: 'payment-disputed',
      about,
      once: `payment-disputed ${id}`,
    },
    again,
  )
}

/**
 * Tells the customer what became of a dispute that they were told of. A bank can change its mind: what
 * counts is how it stands.
 */
export async function mailDecided(
  db: Database,
  sender: Sender,
  order: string,
  again?: Resend,
): Promise<number | undefined> {
  const told = await selectTelling(db)
    .where('order_id', '=', order)
    .orderBy('disputes.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!told || !isClosed(told.state)) return undefined
  const { id, state, amount_cents: cents, username } = told
  return queueMail(
    db,
    {
      ...disputeDecidedMail(sender, { order, cents, username, won: state !== 'lost' }),
      to: told.email,
      userId: told.user_id,
      template: 'dispute-decided',
      about: { dispute: id, order },
      once: `dispute-decided ${id} ${state}`,
    },
    again,
  )
}

/** Disputes that took money, of which a customer is told who is there to read it. */
function selectTelling(db: Database) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['disputes.id', 'state', 'order_id', 'amount_cents', 'opening'])
    .select(['user_id', 'username', 'email'])
    .where('opening', 'is not', null)
    .where(active)
}
