import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { hangUp } from '#server/adapters/mail/testing/hang-up.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { mailsSent, onDatabase } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

/** More mails than are sent concurrently. */
const waiting = 60

export const mailHangs: Scenario = {
  name: 'mail-hangs',
  fault: `the mail server takes ${waiting} mails and never says so, then hangs up instead of its 250`,
  plain: true,
  async run() {
    const mute = await openMuteServer()
    const env = { SMTP_URL: mute.url, MAIL_FROM: 'Shop <shop@example.com>' }
    const missed: string[] = []
    let sent = false
    try {
      const outcome = await playFault({ env }, async ({ server, buy }) => {
        for (const mode of ['hangs', 'cuts'] as const) {
          mute.be(mode)
          await queueMany(server)
          await mute.taken()
          for (let order = 0; order < 3; order += 1) if (!(await buy())) missed.push(mode)
        }
        mute.be('takes')
        sent = await mailsSent(server.url)
      })
      for (const mode of missed)
        outcome.problems.push(`an order was not delivered while it ${mode}`)
      if (!sent) outcome.problems.push('mails were still waiting two minutes after')
      return outcome
    } finally {
      await mute.close()
    }
  },
}

const queueMany = ({ url }: { url: string }) =>
  onDatabase(url, async (db) => {
    const mail = {
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      template: { name: 'receipt', urgent: true },
    } as const
    for (let n = 0; n < waiting; n += 1)
      await queueMail(db, { ...mail, to: `reader-${n}@example.com` })
  })

/** A mail server that reads a mail and then behaves as instructed. */
async function openMuteServer() {
  let mode: 'takes' | 'hangs' | 'cuts' = 'takes'
  let next = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        next.resolve()
        if (mode === 'takes') done()
        if (mode === 'cuts') hangUp(server)
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    be(told: typeof mode) {
      mode = told
      next = Promise.withResolvers()
    },
    /** Resolves when the server has read another mail. */
    taken: () => next.promise,
    async close() {
      hangUp(server)
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}
