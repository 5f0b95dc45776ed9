import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { loaderLinkMail, writeLoaderLinkMail } from './mail-texts.ts'

type Recipient = { id: number; username: string; email: string }

/** Mails the address of the loader's page to a customer who is on a phone. */
export function mailLoaderLink(
  db: Database,
  sender: Sender,
  user: Recipient,
  again?: Resend,
): Promise<number | undefined> {
  return queueMail(
    db,
    {
      ...writeLoaderLinkMail(sender, user.username),
      to: user.email,
      userId: user.id,
      template: loaderLinkMail,
      about: { user: user.id },
    },
    again,
  )
}
