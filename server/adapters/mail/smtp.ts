import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import {
  MailServerFailure,
  type MailTransport,
  PermanentMailFailure,
  UncertainMailFailure,
} from './mail.ts'

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
  transport.use('stream', ({ message, data }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const content = open(options)
      ;(data as { sending?: Sending }).sending!.content = content
      return content
    }
    done()
  })
  return {
    async send(mail) {
      const sending: Sending = {}
      try {
        // As a pair it is taken as one address, whatever it contains.
        const message = { ...mail, to: { name: '', address: mail.to }, sending }
        await transport.sendMail(message)
      } catch (error) {
        throw classify(error as SmtpFailure, sending.content?.readableDidRead === true)
      }
    },
    close: () => transport.close(),
  }
}

/** What is read from once the server has agreed to take it. */
type Sending = { content?: Readable }

type SmtpFailure = Error & {
  permanent?: boolean
  responseCode?: number
  command?: string
  code?: string
}

function classify(error: SmtpFailure, begun: boolean): Error {
  const because = [error.message, { cause: error }] as const
  if (isPermanent(error)) return new PermanentMailFailure(...because)
  if (begun && error.responseCode === undefined) return new UncertainMailFailure(...because)
  const answered = error.responseCode !== undefined
  if (answered && (error.command === 'RCPT TO' || error.command === 'DATA')) return error
  return new MailServerFailure(...because)
}

/**
 * Only a refusal of this recipient or this content is final. A refused login or sender is the
 * operator's to repair, and the mail can go then.
 */
function isPermanent({ permanent, command, code }: SmtpFailure) {
  if (code === 'EENVELOPE' && permanent === undefined) return true
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
