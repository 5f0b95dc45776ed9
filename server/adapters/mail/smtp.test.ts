import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseSender } from '#contract/wire/email-address.ts'
import {
  MailServerFailure,
  type MailTransport,
  PermanentMailFailure,
  UncertainMailFailure,
} from './mail.ts'
import { smtpTransport } from './smtp.ts'
import { hangUp } from './testing/hang-up.ts'

/** The server's answer at each step. Without one it agrees. */
let refusals: {
  sender?: number
  recipient?: number
  data?: number
  login?: boolean
  /** The text after the code. */
  words?: string
  /** The server hangs up at this point without an answer. */
  hangUp?: 'recipient' | 'data'
} = {}
let received: { recipients: string[]; mail: Email }[] = []
let server: SMTPServer
let transport: MailTransport

const refuse = (code: number | undefined) =>
  code ? Object.assign(new Error(refusals.words ?? 'Not here'), { responseCode: code }) : null

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      refusals.login ? done(new Error('Bad login')) : done(null, { user: auth.username }),
    onMailFrom: (_address, _session, done) => done(refuse(refusals.sender)),
    onRcptTo: (_address, _session, done) => {
      if (refusals.hangUp === 'recipient') hangUp(server)
      else done(refuse(refusals.recipient))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refusals.hangUp === 'data') return hangUp(server)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        if (!refusals.data) {
          received.push({ recipients, mail: await PostalMime.parse(Buffer.concat(chunks)) })
        }
        done(refuse(refusals.data))
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://user:password@127.0.0.1:${port}`
  transport = smtpTransport({ url, from: { name: 'Loadout', address: 'shop@example.com' } })
})
afterAll(async () => {
  transport.close()
  await new Promise<void>((resolve) => server.close(resolve))
})
beforeEach(() => {
  refusals = {}
  received = []
})

const mail = {
  to: 'mara@example.com',
  subject: 'Grüße · 5 €',
  text: 'Plain words',
  html: '<p>Rich words</p>',
  headers: { 'Message-ID': '<mail-7@shop.example>', 'Auto-Submitted': 'auto-generated' },
}

test('sends both parts with their headers', async () => {
  await transport.send(mail)
  expect(received).toHaveLength(1)
  const [{ recipients, mail: got }] = received as [(typeof received)[0]]
  expect(recipients).toEqual(['mara@example.com'])
  expect(got).toMatchObject({
    from: { name: 'Loadout', address: 'shop@example.com' },
    subject: mail.subject,
    messageId: '<mail-7@shop.example>',
  })
  expect(got.text).toContain('Plain words')
  expect(got.html).toContain('<p>Rich words</p>')
  expect(got.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test('sends to one address, whatever characters it contains', async () => {
  await transport.send({ ...mail, to: 'a@example.com, b@example.com' }).catch(() => {})
  await transport.send({ ...mail, to: 'a@example.com\r\nBcc: c@example.com' }).catch(() => {})
  const everyone = received.flatMap(({ recipients }) => recipients)
  expect(everyone).not.toContain('b@example.com')
  expect(everyone).not.toContain('c@example.com')
})

test('distinguishes permanent refusals of recipient or content from temporary ones', async () => {
  const cases = [
    [{ recipient: 550, words: 'No such user here' }, true],
    [{ recipient: 550, words: 'relay not permitted' }, false],
    [{ recipient: 451 }, false],
    [{ recipient: 454, words: '4.7.1 Relay access denied' }, false],
    [{ data: 552, words: '5.3.4 Message too big' }, true],
    [{ data: 550, words: '5.7.26 This mail is unauthenticated' }, false],
    [{ data: 452 }, false],
    [{ sender: 553 }, false],
    [{ sender: 421 }, false],
    [{ login: true }, false],
  ] as const
  for (const [given, permanent] of cases) {
    refusals = given
    // A new connection, so that each case starts with the login.
    const { port } = server.server.address() as AddressInfo
    const url = `smtp://user:password@127.0.0.1:${port}`
    const own = smtpTransport({ url, from: { name: '', address: 'shop@example.com' } })
    const error = await own.send(mail).catch((thrown) => thrown)
    own.close()
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UncertainMailFailure)
    expect({ given, permanent: error instanceof PermanentMailFailure }).toEqual({
      given,
      permanent,
    })
    expect([given, error instanceof MailServerFailure]).toEqual([
      given,
      'sender' in given || 'login' in given || /relay|unauth/i.test(refusals.words ?? ''),
    ])
  }
})

test('sends nothing without TLS, except to this machine', async () => {
  const { port } = server.server.address() as AddressInfo
  // Connects to this machine by an address that does not count as its own.
  const own = smtpTransport({
    url: `smtp://user:password@0.0.0.0:${port}`,
    from: { name: '', address: 'shop@example.com' },
  })
  const error = await own.send(mail).catch((thrown) => thrown)
  own.close()
  expect(error).toBeInstanceOf(MailServerFailure)
  expect(error.message).toMatch(/STARTTLS/)
  expect(received).toEqual([])
})

test('treats an unreachable server as temporary', async () => {
  const own = smtpTransport({
    url: 'smtp://127.0.0.1:1',
    from: { name: '', address: 'shop@example.com' },
  })
  const error = await own.send(mail).catch((thrown) => thrown)
  own.close()
  expect(error).toBeInstanceOf(Error)
  expect(error).toBeInstanceOf(MailServerFailure)
})

test('a broken connection leaves the outcome unknown only after the content was sent', async () => {
  refusals = { hangUp: 'recipient' }
  expect(await transport.send(mail).catch((thrown) => thrown)).toBeInstanceOf(MailServerFailure)
  refusals = { hangUp: 'data' }
  expect(await transport.send(mail).catch((thrown) => thrown)).toBeInstanceOf(UncertainMailFailure)
  refusals = {}
  await transport.send(mail)
  // The mail was not sent a second time.
  expect(received).toHaveLength(1)
})

test('reports an untrusted certificate with a fix that works', async () => {
  const taken: string[] = []
  // It uses a self-signed certificate for STARTTLS, as local mail servers do.
  const selfSigned = new SMTPServer({
    authOptional: true,
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  selfSigned.listen(0, '127.0.0.1')
  await once(selfSigned.server, 'listening')
  const { port } = selfSigned.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const strict = smtpTransport({ url, from: { name: '', address: 'shop@example.com' } })
  const error = await strict.send(mail).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(MailServerFailure)
  expect(error.message).toMatch(/certificate is not trusted .* add \?tls\.rejectUnauthorized=false/)
  const lenient = smtpTransport({
    url: `${url}?tls.rejectUnauthorized=false`,
    from: { name: '', address: 'shop@example.com' },
  })
  await lenient.send(mail)
  expect(taken).toEqual([mail.to])
  strict.close()
  lenient.close()
  await new Promise<void>((done) => selfSigned.close(done))
})

test('only a response about the mailbox bounces, not a full mailbox or a refused shop', async () => {
  for (const [recipient, words, name] of [
    [550, '5.1.1 User unknown', 'BouncedMail'],
    [551, 'No such user', 'BouncedMail'],
    [552, 'Mailbox full', 'PermanentMailFailure'],
    [550, 'relay not permitted', 'ShopRefused'],
    [554, '5.7.1 Relay access denied', 'ShopRefused'],
    [550, undefined, 'ShopRefused'],
  ] as const) {
    refusals = { recipient, ...(words && { words }) }
    await expect(transport.send(mail)).rejects.toMatchObject({ name })
  }
})

test.each([
  'Loadout: Game Tools',
  'Aim (EU)',
  'Zoë’s "Loader" 😀/\\: ゲーム',
  'Shop, Inc.; Tools',
  'back\\slash "quoted"',
  'متجر الأدوات',
  'A <B> C',
  'shop@home',
])('a mail from “%s” has this name and one address', async (name) => {
  const { port } = server.server.address() as AddressInfo
  const from = parseSender(`${name} <shop@example.com>`)!
  expect(from).toEqual({ name, address: 'shop@example.com' })
  const own = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from })
  await own.send(mail)
  own.close()
  expect(received[0]!.mail.from).toEqual({ name, address: 'shop@example.com' })
})
