import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'

export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Passes a mail to the operator's mail server. Throws if the server does not accept it. */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>
  /** Verifies that the server can be reached and accepts the shop's sign-in. Throws if not. */
  check(): Promise<void>
  close(): void
}

/** The mail server will never accept this mail, so a retry would not help. */
export class PermanentMailFailure extends Error {
  override name = 'PermanentMailFailure'
}

/** The mailbox does not exist, so no mail to that address will ever be accepted. */
export class BouncedMail extends PermanentMailFailure {
  override name = 'BouncedMail'
}

/**
 * The connection broke after the transfer had started, so the server may have accepted the mail.
 */
export class UncertainMailFailure extends Error {
  override name = 'UncertainMailFailure'
}

/** The mail server cannot be reached, or rejects every mail of this shop. */
export class MailServerFailure extends OutsideFailure {
  override name = 'MailServerFailure'
}

/**
 * The mail server responds but rejects the shop: its sign-in, its sender address, a policy, or
 * relaying. Only the operator can change that.
 */
export class ShopRefused extends MailServerFailure {
  override name = 'ShopRefused'
}
