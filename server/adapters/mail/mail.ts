import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>
  check(): Promise<void>
  close(): void
}

export class PermanentMailFailure extends Error {
  override name = 'PermanentMailFailure'
}

/** The mailbox does not exist, so no mail to that address will ever be accepted. */
export class BouncedMail extends PermanentMailFailure {
  override name = 'BouncedMail'
}

/** The connection broke during the transfer, so the server may have accepted the mail. */
export class UncertainMailFailure extends Error {
  override name = 'UncertainMailFailure'
}

export class MailServerFailure extends OutsideFailure {
  override name = 'MailServerFailure'
}

/** The server refuses the sign-in, sender, policy or relaying. Only the operator can fix that. */
export class ShopRefused extends MailServerFailure {
  override name = 'ShopRefused'
}
