import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { addressParser } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Table } from '../store.ts'
import type { Switches } from '../switches.ts'
import { keepMessage, type Message } from './mailbox.ts'
import { refusals } from './refusals.ts'

const maxBytes = 25 * 1024 * 1024

function refusal(refuse: Switches['smtp']['refuse'], step: 'recipient' | 'content'): Error | null {
  if (refuse === 'no') return null
  const { at, code, text } = refusals[refuse]
  return at === step ? Object.assign(new Error(text), { responseCode: code }) : null
}

async function hasOneSender(source: Buffer): Promise<boolean> {
  const { headers } = await PostalMime.parse(source)
  const from = headers.filter(({ key }) => key === 'from')
  const [sender, ...others] = addressParser(from[0]?.value ?? '')
  return from.length === 1 && others.length === 0 && sender?.address?.includes('@') === true
}

/** Starts an SMTP server on localhost. It accepts mail for every recipient unless a switch refuses it. */
export async function startSmtp(
  port: number,
  mailbox: Table<Message>,
  switches: Switches,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    allowInsecureAuth: true,
    size: maxBytes,
    logger: false,
    onAuth(auth, _session, done) {
      done(null, { user: auth.username ?? 'anonymous' })
    },
    onRcptTo(_address, _session, done) {
      done(refusal(switches.smtp.refuse, 'recipient'))
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      buffer(stream)
        .then(async (source) => {
          if (switches.smtp.delayMs > 0) await sleep(switches.smtp.delayMs)
          const refused = refusal(switches.smtp.refuse, 'content')
          if (refused) throw refused
          if (!(await hasOneSender(source))) {
            // Gmail rejects a group or several addresses in From (RFC 5322, section 3.6.2).
            throw Object.assign(new Error('5.7.1 The From header is not one address'), {
              responseCode: 550,
            })
          }
          await keepMessage(mailbox, source, recipients)
        })
        .then(() => done(), done)
    },
  })
  // Ignores clients that disconnect early.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
