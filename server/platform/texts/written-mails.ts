import type { MailTextName } from '#contract/platform/mail-texts.ts'
import type { WrittenMail, WrittenMails } from '#server/platform/mail/words.ts'

let registered: WrittenMails<MailTextName> | undefined

/** Called by `declareDomains`: the mails are defined in the domains, which import this folder. */
export function registerMailTexts(mails: WrittenMails<MailTextName>) {
  registered = mails
}

/** Throws if no mails were registered, because their texts would be missing. */
export function writtenMail<Name extends MailTextName>(name: Name): WrittenMail<Name> {
  if (!registered)
    throw new Error('Call declareDomains of #server/shop/domains.ts before texts are read')
  return registered[name]
}
