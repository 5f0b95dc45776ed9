import type { MailTextName } from '#contract/platform/mail-texts.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { WrittenMail } from '#server/platform/mail/words.ts'

let registered: ReadonlyMap<string, Mail> | undefined

/** Called by `declareDomains`: the mails are declared in the domains, which import this folder. */
export function registerMails(mails: readonly Mail[]) {
  registered = new Map(mails.map((mail) => [mail.name, mail]))
}

/** Throws if no mails were registered, because their texts would be missing. */
export function findMail(template: string): Mail | undefined {
  if (!registered)
    throw new Error('Call declareDomains of #server/shop/domains.ts before mails are read')
  return registered.get(template)
}

export function writtenMail<Name extends MailTextName>(name: Name): WrittenMail<Name> {
  return findMail(name.replace('mail-', '')) as WrittenMail<Name>
}
