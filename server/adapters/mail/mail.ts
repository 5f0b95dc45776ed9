import { OutsideFailure } from '#server/kernel/outside-failure.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Hands a mail to the operator's mail server. Throws when it is not taken. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>
  /** Proves that the server can be reached and lets the shop in. Throws when not. */
  check(): Promise<void>
  close(): void
}

/** The mail server will never take this mail: trying again would not help. */
export class PermanentMailFailure extends Error {
  override name = 'PermanentMailFailure'
}

/** There is no such mailbox: no mail to that address will ever be taken. */
export class BouncedMail extends PermanentMailFailure {
  override name = 'BouncedMail'
}

/** The connection broke after the mail had begun to leave: the server may have taken it. */
export class UncertainMailFailure extends Error {
  override name = 'UncertainMailFailure'
}

/** The mail server cannot be reached, or refuses every mail of this shop. */
export class MailServerFailure extends OutsideFailure {
  override name = 'MailServerFailure'
}

/**
 * The mail server answers and refuses the shop: its sign-in, its sender, a policy or relaying. Only
 * the operator can change that.
 */
export class ShopRefused extends MailServerFailure {
  override name = 'ShopRefused'
}
