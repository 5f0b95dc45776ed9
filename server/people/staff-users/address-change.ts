import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { addressChangedMail, writeAddressChangedMail } from './mail-texts.ts'

type Moved = { id: number; username: string; from: string; to: string }

/** Mails both the old and the new address about the change. */
export async function tellAddressChanged(db: Database, sender: Sender, moved: Moved) {
  const { id, from, to } = moved
  for (const recipient of [from, to]) {
    await queueMail(db, {
      ...writeAddressChangedMail(sender, moved),
      to: recipient,
      userId: id,
      template: addressChangedMail,
    })
  }
}
