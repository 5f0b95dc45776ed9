import { isLifetime } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { active } from '#server/platform/users/living.ts'
import { timeGivenMail, writeTimeGivenMail } from './gift-mail-texts.ts'

/** Sent once, and only if the staff member wrote a note. */
export async function mailGift(
  db: Database,
  sender: Sender,
  id: string,
  again?: Resend,
): Promise<number | undefined> {
  const gift = await db
    .selectFrom('time_gifts')
    .innerJoin('time_entries', 'time_entries.id', 'entry_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['user_id', 'username', 'email', 'products.name as product'])
    .select(['seconds', 'term_length', 'ends_at', 'time_gifts.note'])
    .where('time_gifts.id', '=', id)
    .where('time_gifts.note', '<>', '')
    .where('undone_at', 'is', null)
    .where(active)
    .executeTakeFirst()
  if (!gift) return undefined
  const written = writeTimeGivenMail(sender, {
    ...gift,
    seconds: isLifetime(gift.seconds) ? null : gift.seconds,
    endsAt: isLifetime(gift.term_length) ? null : gift.ends_at,
  })
  const mail = {
    ...written,
    to: gift.email,
    userId: gift.user_id,
    template: timeGivenMail,
    about: { gift: id },
    once: `time-given ${id}`,
  } as const
  return queueMail(db, mail, again)
}
