import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import { control, startTestSandbox, startTestShop, type TestShop } from '../test-shop.ts'

let shop: TestShop
let sandbox: RunningSandbox

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
})
afterEach(() => control(sandbox, 'reset'))
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

function send(to: string, overrides: object = {}) {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false })
  return transport.sendMail({
    from: 'Loadout <shop@example.com>',
    to,
    subject: 'Verify your email – 1 step',
    text: 'Open https://shop.example/verify?token=a&b=c.',
    html: '<html><head></head><body><a href="https://shop.example/verify">Verify</a></body></html>',
    ...overrides,
  })
}

const inbox = async (to: string) =>
  (await control(sandbox, `mail?to=${encodeURIComponent(to)}`, { method: 'GET' })).body.messages

test('mail to any address is stored in the mailbox, decoded and newest first', async () => {
  await send('Ann@Example.com')
  await send('ann@example.com', { subject: 'Second' })
  await send('bob@example.com')
  const messages = await inbox('ann@example.com')
  expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Second',
    'Verify your email – 1 step',
  ])
  const one = await control(sandbox, `mail/${messages[1].id}`, { method: 'GET' })
  expect(one.body).toMatchObject({
    from: 'Loadout <shop@example.com>',
    text: expect.stringContaining('https://shop.example/verify?token=a&b=c'),
    html: expect.stringContaining('<a href='),
  })
  expect((await control(sandbox, 'mail/none', { method: 'GET' })).status).toBe(404)
})

test('a page shows a message without running its scripts or applying its styles', async () => {
  await send('eve@example.com', {
    subject: '<script>alert(1)</script>',
    html: '<p onclick="x()">Hello</p><script>alert(2)</script>',
  })
  const [{ id }] = await inbox('eve@example.com')
  const page = await (await fetch(`${sandbox.url}/mail/${id}`)).text()
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).not.toContain('<script>')
  expect(page).toMatch(/sandbox="allow-popups[^"]*allow-top-navigation-by-user-activation"/)
  const letter = await fetch(`${sandbox.url}/mail/${id}/html`)
  expect(letter.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(await letter.text()).toContain('<base target="_top">')
})

test.each([
  ['temporary', 451],
  ['permanent', 550],
])('the switch for a %s rejection rejects mail with its code', async (refuse, responseCode) => {
  await control(sandbox, 'switches', { body: { smtp: { refuse } } })
  await expect(send('refused@example.com')).rejects.toMatchObject({ responseCode })
  expect(await inbox('refused@example.com')).toEqual([])
})

test('a group as the sender is rejected, as by large mailbox providers', async () => {
  const raw = 'From: Loadout:Game Tools <shop@example.com>;\r\nSubject: Hello\r\n\r\nHello'
  const envelope = { from: 'shop@example.com', to: 'group@example.com' }
  await expect(send('group@example.com', { raw, envelope })).rejects.toMatchObject({
    responseCode: 550,
  })
})

test('a call empties the mailbox', async () => {
  await send('gone@example.com')
  expect((await control(sandbox, 'mail', { method: 'DELETE' })).status).toBe(204)
  expect(await inbox('gone@example.com')).toEqual([])
})
