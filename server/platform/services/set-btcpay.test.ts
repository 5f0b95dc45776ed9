import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { services } from '#contract/platform/services.ts'
import { payments } from '#contract/selling/payments.ts'
import { testSecrets } from '#sandbox/test-shop.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { aloneAtSetup } from './set.ts'
import { openShopWithProviders } from './testing/providers.ts'
import { startRefusing } from './testing/refusing.ts'

const shop = await fileFixture(openShopWithProviders())
const admin = await signIn(shop.app, { admin: true })
const url = `${shop.providers.url}/btcpay`
const given = { url, store_id: testSecrets.btcpayStoreId, api_key: testSecrets.btcpayKey }

afterEach(async () => {
  Object.assign(shop.providers.switches.btcpay, { api: 'ok' })
  shop.providers.switches.btcpay.webhooks.lost = false
  await shop.db.deleteFrom('service_keys').execute()
  await shop.shop.services.refresh()
})

const set = async (more: object = {}) =>
  shop.call(services.setBtcpay, { body: { ...given, ...more } }, admin)
const said = ({ findings }: { findings: { text: string }[] }) =>
  findings.map(({ text }) => text).join(' ')

async function webhooks() {
  const answer = await fetch(`${url}/api/v1/stores/${given.store_id}/webhooks`, {
    headers: { authorization: `token ${given.api_key}` },
  })
  return (await answer.json()) as { id: string; url: string }[]
}

test('stores a working server, creates its webhook, and receives a payment through it', async () => {
  // The URL as users copy it, with a trailing slash.
  const { body: answer } = await set({ url: `${url}/` })
  expect(answer).toMatchObject({ saved: true })
  expect(said(answer)).toContain('Bitcoin (Lightning)')
  expect(said(answer)).toContain('A signed test event arrived.')
  expect(said(answer)).toContain('has no payout processor for Bitcoin (Lightning)')
  expect(await shop.db.selectFrom('service_trials').selectAll().execute()).toEqual([])
  const { webhooks: heard } = (await shop.call(health.get, {}, admin)).body
  expect(heard).toContainEqual(
    expect.objectContaining({ provider: 'btcpay', delivered_at: expect.any(String), unworked: 0 }),
  )
  expect((await webhooks()).map((webhook) => webhook.url)).toEqual([
    `${shop.siteUrl}/api/webhooks/btcpay`,
  ])
  const { user, cookie } = await signIn(shop.app)
  const product = await addProduct(shop.db)
  await shop.db.updateTable('settings').set({ opened_at: new Date() }).execute()
  await expect.poll(() => shop.shop.settings().opened).toBe(true)
  const items = [{ id: product, term_length: 1 as const }]
  const body = { type: 'crypto' as const, currency: 'btcln', items }
  const { body: payment } = await shop.call(payments.add, { body }, { cookie })
  const { provider_id } = await shop.db
    .selectFrom('payments')
    .select('provider_id')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const paid = await fetch(
    `${shop.providers.url}/control/btcpay/invoices/${provider_id}/confirm?wait=true`,
    { method: 'POST' },
  )
  expect(paid.status).toBe(200)
  await workJobs(shop)
  const order = await shop.db
    .selectFrom('orders')
    .select('payment_status')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(order.payment_status).toBe('finished')

  // The test of the key created an invoice, which has an event of its own.
  const events = await shop.db
    .selectFrom('payment_events')
    .select(['payload', 'worked_at', 'error'])
    .execute()
  expect(JSON.stringify(events)).toContain('shopTrial')
  for (const { worked_at, error } of events)
    expect([worked_at, error]).toEqual([expect.any(Date), null])

  // The server and the store are not secret.
  const listed = (await shop.call(services.list, {}, admin)).body.services
  expect(listed.find(({ name }) => name === 'btcpay')!.keys).toEqual([
    { name: 'BTCPAY_URL', shown: url },
    { name: 'BTCPAY_STORE_ID', shown: given.store_id },
    { name: 'BTCPAY_API_KEY', shown: expect.stringMatching(/^…/) },
    { name: 'BTCPAY_WEBHOOK_SECRET', shown: expect.stringMatching(/^…/) },
  ])

  // After a second setup, the former webhook, whose secret is no longer known, is deleted.
  const [former] = await webhooks()
  expect((await set()).body).toMatchObject({ saved: true })
  expect(await webhooks()).toHaveLength(1)
  expect((await webhooks())[0]!.id).not.toBe(former!.id)
})

test('refuses a concurrent setup, and leaves one webhook', async () => {
  const busy = services.setBtcpay.refusals.setting_up_already
  await aloneAtSetup(shop.db, 'btcpay', busy, async () => {
    expect((await set()).code).toBe('setting_up_already')
  })
  // A request that arrives after the first has finished does not run concurrently with it.
  const answers = await Promise.all([1, 2, 3].map(() => set()))
  const codes = answers.map(({ status, code }) => (status === 200 ? 'saved' : code))
  expect(['saved', 'setting_up_already']).toEqual(expect.arrayContaining(codes))
  expect(codes).toContain('saved')
  expect(await webhooks()).toHaveLength(1)
})

test.each(['/?x=', '/#x', '/'])(
  'refuses an address with %j, which would lead elsewhere',
  async (rest) => {
    const address = rest === '/' ? shop.providers.url.replace('://', '://me@') : given.url + rest
    expect((await set({ url: address })).status).toBe(422)
  },
)

test.each([
  [{ api_key: 'another' }, 'refuses the API key'],
  [{ store_id: 'Another' }, 'does not know this store'],
  [
    { url: 'http://127.0.0.1:2' },
    'returned an unexpected response: nothing accepts connections at 127.0.0.1:2 (ECONNREFUSED). Check',
  ],
  [{ url: `${shop.providers.url}/elsewhere` }, 'There is no BTCPay Server at this address'],
])('reports the error, and stores nothing: %j', async (more, sentence) => {
  const before = await webhooks()
  const { body } = await set(more)
  expect(body.saved).toBe(false)
  expect(said(body)).toContain(sentence)
  expect(shop.shop.crypto.btcpay).toBeNull()
  expect(await webhooks()).toEqual(before)
})

test.each([403, 404, 500])(
  'does not show the response of another server in the network with %i',
  async (status) => {
    const inner = createServer((_, answer) => {
      answer.writeHead(status, { 'content-type': 'application/json' })
      answer.end(JSON.stringify({ message: 'db_password=hunter2' }))
    })
    await once(inner.listen(0, '127.0.0.1'), 'listening')
    const { port } = inner.address() as AddressInfo
    const { body } = await set({ url: `http://127.0.0.1:${port}` })
    inner.close()
    expect(body.saved).toBe(false)
    expect(JSON.stringify(body)).not.toContain('hunter2')
  },
)

test.each(['', 'btcpay.example.com', 'ftp://btcpay.example.com', 'javascript:alert(1)', 'http://'])(
  'refuses an invalid address: %s',
  async (wrong) => {
    expect(await set({ url: wrong })).toMatchObject({ status: 422 })
  },
)

test('a redirect is reported without its path and query, and the key goes nowhere else', async () => {
  const asked: string[] = []
  const to: Record<string, (path: string) => string> = {
    home: (path) => url + path,
    login: () => '/login?token=secret',
    other: (path) => `https://me:secret@sso.example/login-secret?return=secret${path}`,
    back: (path) => `https://sso.example/login?return=https://secret.example${path}`,
    query: (path) => `https://sso.example${path}?token=secret`,
    script: () => 'javascript:secret',
    unreadable: () => 'https://secret.example:wrong/',
  }
  const front = createServer(({ url: path = '' }, answer) => {
    asked.push(path)
    const [, name, rest] = /^\/(\w+)(.*)$/.exec(path)!
    const location = to[name!]!(rest!)
    answer.writeHead(301, { location }).end()
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = front.address() as AddressInfo
    const told = async (name: string) =>
      said((await set({ url: `http://127.0.0.1:${port}/${name}` })).body)
    expect(await told('home')).toBe(`This server has moved. Enter ${url}.`)
    const none = 'There is no BTCPay Server at this address: it redirects to'
    for (const name of ['other', 'back', 'query']) {
      expect(await told(name)).toBe(`${none} https://sso.example.`)
    }
    for (const name of ['login', 'script', 'unreadable']) {
      expect(await told(name)).toBe(`${none} another page.`)
    }
    expect(asked.filter((path) => !/^\/\w+\/api\/v1\//.test(path))).toEqual([])
  } finally {
    front.close()
  }
})

test('accepts a manual secret if the server does not allow the webhook to be created', async () => {
  const path = `/btcpay/api/v1/stores/${given.store_id}/webhooks`
  const message = 'Webhooks are made by the owner of the store'
  const front = await startRefusing(`POST ${path}`, { code: 'missing-permission', message })
  front.target = shop.providers.url
  try {
    const refused = await set({ url: `${front.url}/btcpay` })
    expect(refused.body.saved).toBe(false)
    expect(said(refused.body)).toContain('Create it yourself under Settings → Webhooks')
    expect(shop.shop.crypto.btcpay).toBeNull()
    await fetch(`${url}/api/v1/stores/${given.store_id}/webhooks`, {
      method: 'POST',
      headers: { authorization: `token ${given.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${shop.siteUrl}/api/webhooks/btcpay`, secret: 'by-hand' }),
    })
    const another = await set({ url: `${front.url}/btcpay`, webhook_secret: 'of-another' })
    expect(another.body.saved).toBe(false)
    expect(said(another.body)).toContain('signed with another secret')
    expect(shop.shop.crypto.btcpay).toBeNull()
    // The second time, as if only the API key changes, the secret is the one already in use.
    for (const time of ['first', 'again']) {
      const kept = await set({ url: `${front.url}/btcpay`, webhook_secret: 'by-hand' })
      expect([time, kept.body.saved]).toEqual([time, true])
      expect(said(kept.body)).toContain('A signed test event arrived.')
    }
    expect(shop.shop.crypto.btcpay).not.toBeNull()
  } finally {
    front.stop()
  }
})

test('without a test event, stores nothing and removes the webhook', async () => {
  const before = await webhooks()
  shop.providers.switches.btcpay.webhooks.lost = true
  const { body } = await set()
  expect(body.saved).toBe(false)
  expect(said(body)).toContain(
    `No test event arrived within 15 seconds. Check that BTCPay Server can reach ${shop.siteUrl}/api/webhooks/btcpay`,
  )
  expect(shop.shop.crypto.btcpay).toBeNull()
  expect(await shop.db.selectFrom('service_keys').select('name').execute()).toEqual([])
  expect(await shop.db.selectFrom('service_trials').select('service').execute()).toEqual([])
  expect(await webhooks()).toEqual(before)
})

test('reports a server that creates no invoice in its words, and stores nothing', async () => {
  const message = 'Warning: the store is archived'
  const path = `/btcpay/api/v1/stores/${given.store_id}/invoices`
  const front = await startRefusing(`POST ${path}`, { code: 'generic-error', message })
  front.target = shop.providers.url
  try {
    const before = await webhooks()
    const { body } = await set({ url: `${front.url}/btcpay` })
    expect(body.saved).toBe(false)
    expect(said(body)).toContain(`BTCPay Server did not send a test event: “403 ${message}”`)
    expect(await webhooks()).toEqual(before)
  } finally {
    front.stop()
  }
})

test('only administrators can set it up', async () => {
  for (const by of [await signIn(shop.app), await signIn(shop.app, { support: true })])
    expect((await shop.call(services.setBtcpay, { body: given }, by)).status).toBe(403)
})
