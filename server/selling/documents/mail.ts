import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { documentCorrectedMail, writeCorrectedMail } from './mail-texts.ts'
import { says } from './read.ts'

/** Mails the buyer once. `id` is the id of the new document. */
export async function mailCorrected(
  db: Database,
  sender: Sender,
  id: number,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('documents as anew')
    .innerJoin('documents as credit', 'credit.id', 'anew.corrects_id')
    .innerJoin('orders', 'orders.id', 'anew.order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['anew.order_id', 'anew.content', 'credit.content as credit'])
    .select(['user_id', 'username', 'email'])
    .where('anew.id', '=', id)
    .where(living)
    .executeTakeFirst()
  if (!found) return undefined
  const [anew, credit] = [says(found.content), says(found.credit)]
  const written = writeCorrectedMail(sender, {
    order: found.order_id,
    username: found.username,
    vatId: anew.buyer.company?.vat_id ?? '',
    former: credit.corrects!,
    credit,
    anew,
  })
  const mail = {
    ...written,
    to: found.email,
    userId: found.user_id,
    template: documentCorrectedMail,
    about: { document: id, order: found.order_id },
    once: `document-corrected ${id}`,
  } as const
  return queueMail(db, mail, again)
}
