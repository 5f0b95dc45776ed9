import { expect, test } from 'vitest'
import { isRelayRefusal, whatIsRefused } from './answers.ts'

/** Answers to RCPT TO as servers document or send them. */
const mailbox = [
  "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser",
  '550 5.2.1 The email account that you tried to reach is disabled',
  '550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown in relay recipient table',
  '550 5.1.1 <gone@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@example.com not found by SMTP address lookup',
  '550 No Such User Here',
  '550 Unrouteable address',
  '550 <sender-policy@example.com>: User unknown',
  '553 sorry, no mailbox here by that name. (#5.1.1)',
  "554 delivery error: dd This user doesn't have a yahoo.com account (gone@yahoo.com) [0]",
  '550 5.5.0 Unknown user',
]

const shop = [
  '550 relay not permitted',
  '550-relay not permitted\n550 authenticate first',
  '554 5.7.1 <mara@example.com>: Relay access denied',
  '550-Please turn on SMTP Authentication in your mail client.\n550-(shop.example) [203.0.113.5]:4711 is not permitted to relay\n550 through this server without authentication.',
  '550-Verification failed for <shop@example.com>\n550-No such user here\n550 Sender verify failed',
  '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n550 5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.',
  "550-5.7.1 Invalid credentials for relay [203.0.113.5]. The IP address you've registered in\n550 5.7.1 your G Suite SMTP Relay service doesn't match the domain of the account",
  '553 5.7.1 <shop@example.com>: Sender address rejected: not owned by user shop',
  '550 5.1.8 <shop@example.com>: Sender address rejected: Domain not found',
  '554 5.7.1 Service unavailable; Client host [203.0.113.5] blocked using zen.spamhaus.org',
  '550 5.7.64 TenantAttribution; Relay Access Denied',
  '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: shop@example.com',
  '530 5.7.0 Authentication required',
  '550 SPF check failed',
  '550 Not here',
  '550 5.4.1 Recipient address rejected: Access denied.',
]

const mail = [
  '552 5.2.2 The email account that you tried to reach is over quota',
  '552 Mailbox full',
  '550 5.1.2 Bad destination host',
  '552 5.3.4 Message size exceeds fixed limit',
  '552 message too large',
  '554 5.6.0 Invalid message content',
]

test.each([
  ...mailbox.map((text) => ['mailbox', text] as const),
  ...shop.map((text) => ['shop', text] as const),
  ...mail.map((text) => ['mail', text] as const),
])('a permanent answer concerns the %s: %s', (refused, text) => {
  expect(whatIsRefused({ command: 'RCPT TO', text })).toBe(refused)
  expect(whatIsRefused({ command: 'DATA', text })).toBe(refused)
})

test('a refusal before the recipient is named concerns the shop', () => {
  for (const command of ['AUTH PLAIN', 'MAIL FROM', 'CONN', 'EHLO', undefined]) {
    expect(whatIsRefused({ command, text: '550 5.1.1 User unknown' })).toBe('shop')
  }
})

test('a temporary relay refusal is distinguished from greylisting', () => {
  expect(isRelayRefusal('454 4.7.1 <mara@example.com>: Relay access denied')).toBe(true)
  expect(
    isRelayRefusal('450 4.7.1 <mara@example.com>: Recipient address rejected: Greylisted'),
  ).toBe(false)
})
