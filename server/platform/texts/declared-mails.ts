import type { MailTextName } from '#contract/platform/mail-texts.ts'
import { textRefusals } from '#contract/platform/staff-texts.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { WrittenMail } from '#server/platform/mail/words.ts'

let registered: ReadonlyMap<string, Mail> | undefined

/** Called by `declareDomains`: the mails are declared in the domains, which import this folder. */
export function registerMails(mails: readonly Mail[]) {
  registered = new Map(mails.map((mail) => [mail.name, mail]))
}

/** Throws if no mails were registered, because their texts would be missing. */
function mailsByName() {
  if (!registered)
    throw new Error('Call declareDomains of #server/shop/domains.ts before emails are read')
  return registered
}

export const findMail = (template: string): Mail | undefined => mailsByName().get(template)

const isWritten = (mail: Mail): mail is WrittenMail => 'words' in mail

export const listWrittenMails = () => [...mailsByName().values()].filter(isWritten)

/** Returns the mail that a text belongs to. Throws `unknown_text`. */
export function getWrittenMail(name: MailTextName): WrittenMail {
  const mail = findMail(name.slice('mail-'.length))
  if (!mail || !isWritten(mail)) throw new Refusal(textRefusals.unknown_text)
  return mail
}
