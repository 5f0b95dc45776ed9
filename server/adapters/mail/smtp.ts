import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { MailSender } from '#contract/wire/email-address.ts'
import { isLoopback } from '#server/kernel/config/environment.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { isRelayRefusal, whatIsRefused } from './answers.ts'
import {
  BouncedMail,
  MailServerFailure,
  type MailTransport,
  type OutgoingMail,
  PermanentMailFailure,
  ShopRefused,
  UncertainMailFailure,
} from './mail.ts'

type Options = {
  /** `smtp://user:password@host:port`, which upgrades to TLS, or `smtps://` for TLS at once. */
  url: string
  from: MailSender
}

type SmtpTransport = MailTransport & {
  /** Sends a mail, and returns the server's answer. */
  hand(mail: OutgoingMail): Promise<string>
}

export function smtpTransport({ url, from }: Options): SmtpTransport {
  const transport = createTransport(
    {
      pool: true,
      url,
      // Some connections may be blocked by recipients whose server is slow.
      maxConnections: 10,
      // Otherwise an attacker between the servers could hide STARTTLS and read the password.
      requireTLS: !isLoopback(url),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
      // Prevents mail content from making the server read files or fetch URLs.
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
  async function hand(mail: OutgoingMail): Promise<string> {
    const sending: Sending = {}
    try {
      // As an object it is treated as one address, whatever it contains.
      const message = { ...mail, date: clock.date(), to: { name: '', address: mail.to }, sending }
      return (await transport.sendMail(message)).response
    } catch (error) {
      throw classify(error as SmtpFailure, sending.content?.readableDidRead === true)
    }
  }
  return {
    hand,
    send: async (mail) => void (await hand(mail)),
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw classify(error as SmtpFailure, false)
      }
    },
    close: () => transport.close(),
  }
}

/** `content` is read once the server has agreed to accept the mail. */
type Sending = { content?: Readable }

type SmtpFailure = Error & {
  permanent?: boolean
  responseCode?: number
  command?: string
  response?: string
  code?: string
}

function classify(error: SmtpFailure, begun: boolean): Error {
  const { code, command, permanent, responseCode, response = '' } = error
  const because = [error.message, { cause: error }] as const
  if (code === 'EENVELOPE' && permanent === undefined) {
    // nodemailer rejected an address without asking the server.
    return /invalid sender/i.test(error.message)
      ? new ShopRefused(...because)
      : new PermanentMailFailure(...because)
  }
  if (permanent === true) {
    const refused = whatIsRefused({ command, text: response })
    if (refused === 'mailbox') return new BouncedMail(...because)
    return refused === 'mail' ? new PermanentMailFailure(...because) : new ShopRefused(...because)
  }
  if (begun && responseCode === undefined) return new UncertainMailFailure(...because)
  if (/certificate/i.test(error.message)) {
    const sentence = `The mail server’s certificate is not trusted (${error.message}). Install a trusted certificate or, for a server on this machine only, add ?tls.rejectUnauthorized=false to SMTP_URL.`
    return new MailServerFailure(sentence, { cause: error })
  }
  if (responseCode !== undefined) {
    if (isRelayRefusal(response)) return new ShopRefused(...because)
    if (command === 'RCPT TO' || command === 'DATA') return error
  }
  return new MailServerFailure(...because)
}
