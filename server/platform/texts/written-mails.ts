import type { MailTextName } from '#contract/platform/mail-texts.ts'
import type { WrittenMail, WrittenMails } from '#server/platform/mail/words.ts'

let registered: WrittenMails<MailTextName> | undefined

/**
 * Called once, by server/shop/written-mails.ts. The mails are defined in the domains, which import
 * this folder.
 */
export function register(mails: WrittenMails<MailTextName>) {
  registered = mails
}

/** Throws if no mails were registered, because their texts would be missing. */
export function writtenMail<Name extends MailTextName>(name: Name): WrittenMail<Name> {
  if (!registered) throw new Error('Import #server/shop/written-mails.ts where texts are read')
  return registered[name]
}
