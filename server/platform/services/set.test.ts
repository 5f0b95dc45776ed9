import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { services } from '#contract/platform/services.ts'
import { testSecrets } from '#sandbox/test-shop.ts'
import { discordWebhook } from '#server/adapters/discord/webhook.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forgetOld } from '#server/shop/retention/testing/forget.ts'
import { testAnnouncements } from './findings/announcements.ts'
import { aloneAtSetup } from './set.ts'
import { openShopWithProviders } from './testing/providers.ts'
import { startRefusing } from './testing/refusing.ts'

const shop = await fileFixture(openShopWithProviders())
const admin = await signIn(shop.app, { admin: true })

afterEach(async () => {
  Object.assign(shop.providers.switches.discord, { bot: 'allowed' })
  Object.assign(shop.providers.switches.smtp, { refuse: 'no' })
  Object.assign(shop.providers.switches.stripe, { api: 'ok' })
  Object.assign(shop.providers.switches.stripe.webhooks, { badSignature: false })
  await shop.db.deleteFrom('service_keys').execute()
  await shop.db.deleteFrom('service_trials').execute()
  await shop.shop.services.refresh()
})

const stripe = { secret_key: testSecrets.stripeKey, publishable_key: 'pk_test_sandbox' }
const setStripe = async (body: typeof stripe & { webhook_secret?: string }) =>
  (await shop.call(services.setStripe, { body }, admin)).body
const said = ({ findings }: { findings: { text: string }[] }) =>
  findings.map(({ text }) => text).join(' ')

type Endpoint = { id: string; url: string; enabled_events: string[]; secret: string }
const stripeKey = { authorization: `Bearer ${testSecrets.stripeKey}` }
const endpointsAt = ({ providers }: typeof shop) => `${providers.url}/stripe/v1/webhook_endpoints`

async function endpoints(of = shop) {
  const answer = await fetch(endpointsAt(of), { headers: stripeKey })
  return ((await answer.json()) as { data: Endpoint[] }).data
}

async function makeEndpoint(of: typeof shop) {
  const url = `${of.siteUrl}/api/webhooks/stripe`
  const body = new URLSearchParams({ url, 'enabled_events[0]': 'setup_intent.canceled' })
  const answer = await fetch(endpointsAt(of), { method: 'POST', headers: stripeKey, body })
  return (await answer.json()) as Endpoint
}

test('checks that Stripe’s keys match, creates the endpoint, and receives a signed event', async () => {
  const answer = await setStripe(stripe)
  expect(answer).toMatchObject({ saved: true })
  expect(said(answer)).toContain('A signed test event arrived.')
  expect(shop.shop.card).not.toBeNull()
  const [made, ...others] = await endpoints()
  expect(others).toEqual([])
  expect(made!.url).toBe(`${shop.siteUrl}/api/webhooks/stripe`)
  expect(made!.enabled_events).toContain('checkout.session.completed')
  const kept = await shop.db.selectFrom('service_trials').selectAll().execute()
  expect(kept).toEqual([])
  const { webhooks } = (await shop.call(health.get, {}, admin)).body
  expect(webhooks).toContainEqual(
    expect.objectContaining({ provider: 'stripe', type: 'setup_intent.canceled', unworked: 0 }),
  )

  // After a second setup, the former endpoint, whose secret is no longer known, is deleted.
  expect(await setStripe(stripe)).toMatchObject({ saved: true })
  const again = await endpoints()
  expect(again.map(({ id }) => id)).not.toContain(made!.id)
  expect(again).toHaveLength(1)
})

test('refuses a concurrent setup of Stripe, and leaves one endpoint', async () => {
  const busy = services.setStripe.refusals.setting_up_already
  await aloneAtSetup(shop.db, 'stripe', busy, async () => {
    const second = await shop.call(services.setStripe, { body: stripe }, admin)
    expect(second.code).toBe('setting_up_already')
  })
  // A request that arrives after the first has finished does not run concurrently with it.
  const answers = await Promise.all(
    [1, 2, 3].map(() => shop.call(services.setStripe, { body: stripe }, admin)),
  )
  const codes = answers.map(({ status, code }) => (status === 200 ? 'saved' : code))
  expect(['saved', 'setting_up_already']).toEqual(expect.arrayContaining(codes))
  expect(codes).toContain('saved')
  expect(await endpoints()).toHaveLength(1)
  // Nothing remains that blocks the next setup.
  expect(await setStripe(stripe)).toMatchObject({ saved: true })
})

test('reports the signing secret of another endpoint, and stores nothing', async () => {
  await setStripe(stripe)
  await shop.db.deleteFrom('service_keys').execute()
  await shop.shop.services.refresh()
  const answer = await setStripe({ ...stripe, webhook_secret: 'whsec_ofAnotherEndpoint' })
  expect(answer.saved).toBe(false)
  expect(said(answer)).toContain('signed with another secret')
  expect(shop.shop.card).toBeNull()
})

test('uses a manually created endpoint if the key cannot create one', async () => {
  const words = 'The provided key does not have the required permissions for this endpoint.'
  const error = { type: 'invalid_request_error', message: words }
  const front = await startRefusing('POST /v1/webhook_endpoints', { error })
  const other = await openShopWithProviders({ PROVIDERS_URL: front.url })
  front.target = other.providers.url
  try {
    const owner = await signIn(other.app, { admin: true })
    const set = async (more: object = {}) =>
      (await other.call(services.setStripe, { body: { ...stripe, ...more } }, owner)).body
    const refused = await set()
    expect(refused.saved).toBe(false)
    expect(said(refused)).toContain(`“${words}”. Create it yourself`)
    expect(said(await set({ webhook_secret: 'whsec_1' }))).toContain('Stripe has no endpoint at')
    expect(other.shop.card).toBeNull()

    const { secret } = await makeEndpoint(other)
    const kept = await set({ webhook_secret: secret })
    expect(kept.saved).toBe(true)
    expect(said(kept)).toContain('A signed test event arrived.')
    expect(other.shop.card).not.toBeNull()
    // For example with another API key. The signing secret is then the one already in use.
    expect(said(await set({ webhook_secret: secret }))).toContain('A signed test event arrived.')
  } finally {
    await other.close()
    front.stop()
  }
})

test('an endpoint that cannot be removed does not prevent the removal of others', async () => {
  const error = { type: 'invalid_request_error', message: 'Not this one' }
  const front = await startRefusing('GET /', { error })
  const other = await openShopWithProviders({ PROVIDERS_URL: front.url })
  front.target = other.providers.url
  try {
    const owner = await signIn(other.app, { admin: true })
    for (const _ of [1, 2, 3]) await makeEndpoint(other)
    const [refused, ...others] = (await endpoints(other)).map(({ id }) => id)
    front.refused = `DELETE /v1/webhook_endpoints/${refused}`
    const { body: answer } = await other.call(services.setStripe, { body: stripe }, owner)
    expect(answer.saved).toBe(true)
    const left = (await endpoints(other)).map(({ id }) => id)
    expect(left).toContain(refused)
    for (const id of others) expect(left).not.toContain(id)
    expect(left).toHaveLength(2)
  } finally {
    await other.close()
    front.stop()
  }
})

test('stores a restricted key only with every permission that the shop needs', async () => {
  const restricted = { ...stripe, secret_key: testSecrets.stripeKey.replace(/^sk_/, 'rk_') }
  const { switches } = shop.providers
  try {
    switches.stripe.missingPermissions = ['refund_write', 'early_fraud_warning_read']
    const refused = await setStripe(restricted)
    expect(refused.saved).toBe(false)
    expect(said(refused)).toBe(
      'The restricted API key lacks the permissions Refunds (Write), Radar early fraud warnings (Read). Edit the key at Stripe under Developers → API keys.',
    )
    switches.stripe.missingPermissions = []
    expect(await setStripe(restricted)).toMatchObject({ saved: true })

    // Health reports a permission that is later removed from the key, until a test finds it again.
    const { card } = shop.shop
    switches.stripe.missingPermissions = ['refund_read']
    await expect(card!.listRefunds('pi_1')).rejects.toThrow('refund (read)')
    await card!.listCards('cus_1')
    const state = async () =>
      (await shop.call(health.get, {}, admin)).body.services.find(({ name }) => name === 'stripe')
    await expect.poll(state).toMatchObject({ failing: true })
    const test = () => shop.call(health.test, { params: { name: 'stripe' } }, admin)
    expect((await test()).body).toMatchObject({
      failing: true,
      error: expect.stringContaining('Refunds (Write)'),
    })
    await card!.listCards('cus_1')
    expect(await state()).toMatchObject({ failing: true })
    switches.stripe.missingPermissions = []
    expect((await test()).body).toMatchObject({ failing: false })
  } finally {
    switches.stripe.missingPermissions = []
  }
})

test('reports an unregistered domain, and Health lists missing events of the endpoint', async () => {
  const answer = await setStripe(stripe)
  expect(answer.saved).toBe(true)
  expect(said(answer)).toContain('127.0.0.1 is not one of them.')
  const test = () => shop.call(health.test, { params: { name: 'stripe' } }, admin)
  expect((await test()).body).toMatchObject({ failing: false })
  const remove = async ({ id }: Endpoint) =>
    fetch(`${endpointsAt(shop)}/${id}`, { method: 'DELETE', headers: stripeKey })
  for (const endpoint of await endpoints()) await remove(endpoint)
  const made = await makeEndpoint(shop)
  expect((await test()).body).toMatchObject({
    failing: true,
    error: expect.stringMatching(/does not send .*checkout\.session\.completed/),
  })
  await remove(made)
  expect((await test()).body).toMatchObject({ failing: false })
})

test('reports wrong Stripe keys in Stripe’s words', async () => {
  const wrong = await setStripe({ ...stripe, secret_key: 'sk_test_wrongwrongwrong' })
  expect(wrong.saved).toBe(false)
  expect(said(wrong)).toContain('“Invalid API Key provided: sk_test_****rong”')
  const apart = await setStripe({ ...stripe, publishable_key: 'pk_test_ofanotheraccount' })
  expect(said(apart)).toContain('does not belong to the secret key')
  const mixed = await setStripe({ ...stripe, publishable_key: 'pk_live_1' })
  expect(said(mixed)).toContain('for test payments and the publishable key for live payments')
  expect(await endpoints().then((all) => all.length)).toBeLessThanOrEqual(1)
  const swapped = { secret_key: 'pk_test_1', publishable_key: 'sk_test_1' }
  const { status } = await shop.call(services.setStripe, { body: swapped }, admin)
  expect(status).toBe(422)
})

test('does not report an unresponsive Stripe as wrong keys', async () => {
  Object.assign(shop.providers.switches.stripe, { api: 'error' })
  const answer = await setStripe(stripe)
  expect(answer.saved).toBe(false)
  expect(said(answer)).toContain('so the keys could not be checked')
  expect(said(answer)).not.toContain('refused the secret key')
})

test.each([
  [20, '20 minutes ahead of'],
  [-7, '7 minutes behind'],
])('reports a clock that is wrong by %i minutes, and stores nothing', async (wrong, by) => {
  // Stands in for Stripe: dates the objects that it creates by its own clock.
  const stripes = createServer((_, answer) => {
    const created = Math.round(Date.now() / 1000) - wrong * 60
    const made = { id: 'seti_1', object: 'setup_intent', client_secret: 'seti_1_secret', created }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(made))
  })
  await once(stripes.listen(0, '127.0.0.1'), 'listening')
  const { port } = stripes.address() as AddressInfo
  const other = await openTestShop({ env: { PROVIDERS_URL: `http://127.0.0.1:${port}` } })
  const owner = await signIn(other.app, { admin: true })
  const { body } = await other.call(services.setStripe, { body: stripe }, owner)
  expect(body.saved).toBe(false)
  expect(said(body)).toContain(`The clock of this machine is ${by} Stripe’s.`)
  expect(await other.db.selectFrom('service_keys').select('name').execute()).toEqual([])
  await other.close()
  stripes.close()
})

function tryMail(over: object = {}) {
  const body = {
    host: '127.0.0.1',
    port: shop.providers.smtpPort,
    username: '',
    password: '',
    from: 'Night Forge <shop@night.example>',
    ...over,
  }
  return shop.call(services.setMail, { body }, admin)
}
const confirm = (code: string) => shop.call(services.confirmMail, { body: { code } }, admin)

async function receivedCode() {
  const answer = await fetch(`${shop.providers.url}/control/mail`)
  const { messages } = (await answer.json()) as { messages: { subject: string; to: string[] }[] }
  const mail = messages.find(({ to }) => JSON.stringify(to).includes(admin.user.email))!
  return /^(\d{6}) is your code/.exec(mail.subject)![1]!
}

test('the mail server delivers a code, and is used once the code is entered', async () => {
  const { body: sent } = await tryMail()
  expect(sent).toMatchObject({ saved: false, sent_to: admin.user.email })
  expect(said(sent)).toContain('The server accepted the email: “250')
  expect(shop.shop.mail).toBeNull()
  const code = await receivedCode()
  const wrong = await confirm(code === '000000' ? '111111' : '000000')
  expect([wrong.status, wrong.code]).toEqual([422, 'wrong_code'])
  expect((await confirm(code)).status).toBe(200)
  await shop.shop.mail!.check()
  // As if confirmed in another tab. After another server is tested, a code is required again.
  expect(await confirm(code)).toMatchObject({ status: 409, code: 'confirmed_already' })
  await tryMail()
  await sql`update service_trials set expires_at = now() - interval '1 second'`.execute(shop.db)
  expect(await confirm(code)).toMatchObject({ status: 409, code: 'no_code' })
})

test('the code can be entered after a reload of the page', async () => {
  const codeBy = async () => (await shop.call(services.list, {}, admin)).body.mail_code_by
  expect(await codeBy()).toBeNull()
  await tryMail({ username: 'anna', password: 'open sesame' })
  expect(await codeBy()).toMatch(/^127\.0\.0\.1:\d+$/)
  expect((await confirm(await receivedCode())).status).toBe(200)
  expect(await codeBy()).toBeNull()
  await tryMail()
  const code = await receivedCode()
  for (let guess = 0; guess < 5; guess += 1) await confirm(code === '000000' ? '111111' : '000000')
  expect(await codeBy()).toBeNull()
})

test('a code allows five attempts, and belongs to the last server that was tested', async () => {
  await tryMail()
  const first = await receivedCode()
  await tryMail()
  const second = await receivedCode()
  const wrong = first === second ? '999999' : first
  for (let guess = 0; guess < 5; guess += 1) expect((await confirm(wrong)).code).toBe('wrong_code')
  expect((await confirm(second)).code).toBe('no_code')
  expect(shop.shop.mail).toBeNull()
})

test('deletes keys that were tested but never saved when they expire', async () => {
  const trials = () => shop.db.selectFrom('service_trials').select('service').execute()
  await tryMail()
  await forgetOld(shop)
  expect(await trials()).toEqual([{ service: 'mail' }])
  await sql`update service_trials set expires_at = now() - interval '1 second'`.execute(shop.db)
  await forgetOld(shop)
  expect(await trials()).toEqual([])
})

test('reports errors of a mail server in its words', async () => {
  shop.providers.switches.smtp.refuse = 'permanent'
  const refused = await tryMail()
  expect(refused.body).toMatchObject({ saved: false, sent_to: null })
  expect(said(refused.body)).toContain('550')
  // The server's message is third-party text of any length.
  for (const { text } of refused.body.findings) expect(text.length).toBeLessThan(600)
  const unreachable = await tryMail({ port: 9 })
  expect(said(unreachable.body)).toContain('No server responds at 127.0.0.1, port 9')
  const nameless = await tryMail({ host: 'no-such-server.invalid', port: 465 })
  expect(said(nameless.body)).toContain('There is no server named no-such-server.invalid')
  for (const over of [
    { host: 'http://x' },
    { host: '999.1.1.1' },
    { host: '[1]' },
    { host: '' },
    { from: 'nobody' },
    { port: 0 },
  ]) {
    expect([over, (await tryMail(over)).status]).toEqual([over, 422])
  }
})

test('distinguishes a mail server that requires an account from a wrong one', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: (_auth, _session, done) => done(new Error('No such account')),
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  try {
    const [finding] = (await tryMail({ port })).body.findings
    expect(finding!.text).toMatch(/^The server requires a username and a password: “.*530/)
    const wrong = await tryMail({ port, username: 'anna', password: 'open sesame' })
    expect(said(wrong.body)).toContain('The server refused the account')
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
})

const discord = {
  client_id: testSecrets.discordClientId,
  client_secret: testSecrets.discordClientSecret,
  bot_token: testSecrets.discordBotToken,
  guild_id: testSecrets.discordGuildId,
}
const setDiscord = async (body: typeof discord) =>
  (await shop.call(services.setDiscord, { body }, admin)).body

test('reports an unreachable channel with the reason', async () => {
  const nobody = discordWebhook({ url: 'http://127.0.0.1:2', siteUrl: shop.siteUrl })
  const findings = await testAnnouncements(nobody)
  expect(said({ findings })).toContain('nothing accepts connections at 127.0.0.1:2')
})

const webhook = (token: string) => `https://discord.com/api/webhooks/1100000000000000004/${token}`

test('checks a channel’s webhook before it is saved, and does not show it again', async () => {
  const set = async (webhook_url: string) =>
    (await shop.call(services.setAnnouncements, { body: { webhook_url } }, admin)).body
  const wrong = await set(webhook('a-token-that-discord-does-not-know'))
  expect([wrong.saved, said(wrong)]).toEqual([false, expect.stringContaining('“Unknown Webhook”')])
  expect(shop.shop.announcements).toBeNull()
  for (const address of ['https://evil.example/api/webhooks/1100000000000000004/x', 'discord'])
    expect(
      (await shop.call(services.setAnnouncements, { body: { webhook_url: address } }, admin))
        .status,
    ).toBe(422)
  expect((await set(webhook(testSecrets.discordWebhookToken))).saved).toBe(true)
  expect(shop.shop.announcements).not.toBeNull()
  const { body } = await shop.call(services.list, {}, admin)
  const kept = body.services.find(({ name }) => name === 'announcements')!
  expect(kept).toMatchObject({ source: 'here', keys: [{ name: 'DISCORD_WEBHOOK_URL' }] })
  expect(JSON.stringify(body)).not.toContain(testSecrets.discordWebhookToken)
  const rows = await shop.db.selectFrom('service_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(testSecrets.discordWebhookToken)
  const tested = await shop.call(services.test, { params: { name: 'announcements' } }, admin)
  expect(said(tested.body)).toContain('“Releases”')
})

test('requires the Discord bot to be in the server with permission to give roles', async () => {
  const answer = await setDiscord(discord)
  expect(answer).toMatchObject({ saved: true })
  expect(said(answer)).toContain('The bot is in the server “Community”.')
  expect(shop.shop.discord).not.toBeNull()
})

test('reports each error of the Discord setup', async () => {
  const cases: [Partial<typeof discord>, string][] = [
    [{ client_secret: 'other' }, 'refused the client ID or the client secret'],
    [{ bot_token: 'other' }, 'refused the bot token: “401: Unauthorized”'],
    [{ guild_id: '1'.repeat(18) }, 'not in that server: “Unknown Guild”'],
  ]
  for (const [over, sentence] of cases) {
    const answer = await setDiscord({ ...discord, ...over })
    expect([answer.saved, said(answer)]).toEqual([false, expect.stringContaining(sentence)])
  }
  shop.providers.switches.discord.bot = 'not_in_server'
  expect(said(await setDiscord(discord))).toContain('“Missing Access”')
  shop.providers.switches.discord.bot = 'below_role'
  expect(said(await setDiscord(discord))).toContain('The bot cannot give roles')
  expect(shop.shop.discord).toBeNull()
})
