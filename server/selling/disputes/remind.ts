import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { mailAdmins } from '#server/platform/mail/mail-admins.ts'
import { disputeDueMail, writeDisputeDueMail } from './admin-mails.ts'
import { takesAnswer } from './states.ts'

type Due = {
  id: number
  hours: 72 | 24
  amount_cents: number
  reason: string
  due_at: Date
  username: string
}

/** Sends each reminder once, 72 and 24 hours before the due date. */
export function remindOfDisputes(db: Database, sender: Sender) {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Due>`
      with due as (
        select disputes.id, username,
               case when due_at <= now() + interval '24 hours' then 24 else 72 end as hours
          from disputes join orders on orders.id = order_id join users on users.id = user_id
         where ${takesAnswer('state')} and answer is null
           and due_at > now() and due_at <= now() + interval '72 hours'
           for no key update of disputes skip locked
      )
      update disputes set reminded_hours = due.hours from due
       where disputes.id = due.id
         and (reminded_hours is null or reminded_hours > due.hours)
      returning disputes.id, due.hours, amount_cents, reason, due_at, username`.execute(tx)
    for (const due of rows) {
      const once = `dispute-due ${due.id} ${due.hours}`
      await mailAdmins(tx, disputeDueMail, writeDisputeDueMail(sender, due), once)
    }
  })
}
