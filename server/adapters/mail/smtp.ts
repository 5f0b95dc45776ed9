import { createTransport } from 'nodemailer'
import { type MailTransport, PermanentMailFailure } from './mail.ts'

type Options = {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  url: string
  /** `Name <address>` or an address alone. */
  from: string
}

/** The operator's mail server, over a few connections that are kept open. */
export function smtpTransport({ url, from }: Options): MailTransport {
  const transport = createTransport(
    {
      pool: true,
      url,
      maxConnections: 4,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
      // What a template says never makes the server read files or fetch addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(mail) {
      try {
        // As a pair it is taken as one address, whatever it contains.
        await transport.sendMail({ ...mail, to: { name: '', address: mail.to } })
      } catch (error) {
        if (isPermanent(error as SmtpFailure)) {
          throw new PermanentMailFailure((error as Error).message, { cause: error })
        }
        throw error
      }
    },
    close: () => transport.close(),
  }
}

type SmtpFailure = Error & { permanent?: boolean; command?: string; code?: string }

/**
 * Only a refusal of this recipient or this content is final. A refused login or sender is the
 * operator's to repair, and the mail can go then.
 */
function isPermanent({ permanent, command, code }: SmtpFailure) {
  if (code === 'EENVELOPE' && permanent === undefined) return true
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
