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
  close(): void
}

/** The mail server will never take this mail: trying again would not help. */
export class PermanentMailFailure extends Error {
  override name = 'PermanentMailFailure'
}
