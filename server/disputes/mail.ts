import { type Database, transaction } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail, type Resend } from '#server/mail/mail.ts'
import { mailAdmins } from '#server/mail/mail-admins.ts'
import { active } from '#server/users/living.ts'
import { disputeOpenedMail } from './admin-mails.ts'
import { paymentDisputedMail } from './mail-texts.ts'

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
  const told = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['order_id', 'amount_cents', 'opening', 'user_id', 'username', 'email'])
    .where('disputes.id', '=', id)
    .where('state', 'in', ['needs_response', 'under_review'])
    .where('opening', 'is not', null)
    .where(active)
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
