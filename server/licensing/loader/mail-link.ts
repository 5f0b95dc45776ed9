import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { loaderLinkMail, writeLoaderLinkMail } from './mail-texts.ts'

type Recipient = { id: number; username: string; email: string }

/** Emails the link to the loader page, which a customer on a phone opens on a computer. */
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
