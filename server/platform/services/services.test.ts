import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { services } from '#contract/platform/services.ts'
import { setCurrency } from '#contract/wire/currency.ts'
import { testSecrets } from '#sandbox/test-shop.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { publicConfig } from '#server/shop/public-config.ts'
import { openShopWithProviders } from './testing/providers.ts'

const shop = await fileFixture(openShopWithProviders())
const admin = await signIn(shop.app, { admin: true })
const body = { api_key: testSecrets.nowpaymentsKey, ipn_secret: 'np-ipn-secret-0123456789' }

afterEach(async () => {
  await shop.db.deleteFrom('service_keys').execute()
  await shop.shop.services.refresh()
})

const set = (given = body) => shop.call(services.setNowpayments, { body: given }, admin)
async function setup(of = shop, by = admin) {
  const answer = await of.call(services.list, {}, by)
  return answer.body.services.find(({ name }) => name === 'nowpayments')!
}

/** Starts another process on the same database. */
async function openSecond(env: Record<string, string>, dataDir: string) {
  const config = loadConfig({
    SITE_URL: shop.siteUrl,
    SANDBOX: '0',
    LOG_LEVEL: 'silent',
    PROVIDERS_URL: shop.providers.url,
    ...env,
  })
  return openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
}

async function inFolder(work: (dataDir: string) => Promise<void>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
  await work(dataDir).finally(() => rm(dataDir, { recursive: true, force: true }))
}

test('valid keys are stored and used immediately, and only their last characters are shown', async () => {
  expect(shop.shop.crypto.nowpayments).toBeNull()
  expect(await setup()).toMatchObject({ source: null, unreadable: false })
  const { body: answer } = await set()
  expect(answer).toMatchObject({ saved: true, findings: [{ kind: 'good' }, {}, { kind: 'note' }] })
  expect(publicConfig(shop.shop).crypto).toBe(true)
  expect(await shop.shop.crypto.nowpayments!.currencies()).not.toEqual([])
  const listed = await setup()
  expect(listed).toMatchObject({
    source: 'here',
    set_by: admin.user.username,
    keys: [
      // The key is too short to show four of its characters without revealing much of it.
      { name: 'NOWPAYMENTS_API_KEY', shown: '…' },
      { name: 'NOWPAYMENTS_IPN_SECRET', shown: '…6789' },
    ],
  })
  const { body: tested } = await shop.call(
    services.test,
    { params: { name: 'nowpayments' } },
    admin,
  )
  expect(tested.findings[0]).toMatchObject({ kind: 'good' })
})

test('no table contains a key in plain text, and no log entry contains one', async () => {
  await set()
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(shop.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t`.execute(shop.db)
    const dump = rows.map(({ row }) => row).join('\n')
    for (const secret of Object.values(body)) {
      expect([name, dump.includes(secret)]).toEqual([name, false])
      expect([name, dump.includes(Buffer.from(secret).toString('hex'))]).toEqual([name, false])
    }
  }
  const entry = await shop.db
    .selectFrom('logs')
    .select(['message', 'user_id', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({
    message: 'Service keys saved',
    user_id: admin.user.id,
    details: { service: 'nowpayments', by: admin.user.username },
  })
  const events = shop.db.selectFrom('events').select(['type', 'actor_id', 'data'])
  expect(await events.orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
    type: 'service.set',
    actor_id: admin.user.id,
    data: { service: 'nowpayments' },
  })
})

test('reports a wrong key in the provider’s words, and stores nothing', async () => {
  await set()
  const { body: answer } = await set({ ...body, api_key: 'another' })
  expect(answer).toMatchObject({ saved: false, findings: [{ kind: 'bad' }] })
  expect(answer.findings[0]!.text).toContain('Invalid api key')
  expect(await setup()).toMatchObject({ source: 'here' })
  expect(await shop.shop.crypto.nowpayments!.currencies()).not.toEqual([])
  for (const api_key of ['', 'with space', 'line\nbreak', 'ü', 'x'.repeat(301)]) {
    expect([api_key, (await set({ ...body, api_key })).status]).toEqual([api_key, 422])
  }
})

test('refuses NOWPayments keys if it does not price in the currency, and offers no coins', async () => {
  await set()
  onTestFinished(() => setCurrency('USD'))
  setCurrency('CHF')
  const { body: answer } = await set()
  expect(answer.saved).toBe(false)
  expect(answer.findings).toMatchObject([
    { kind: 'good' },
    { kind: 'bad', text: expect.stringContaining('does not support CHF') },
  ])
  const { crypto } = shop.shop
  await expect(crypto.nowpayments!.currencies()).rejects.toThrow('does not support CHF')
  await expect(crypto.nowpayments!.minimumCents('btc')).rejects.toThrow('does not support CHF')
  await expect(crypto.nowpayments!.check()).rejects.toThrow('does not support CHF')
})

test('only administrators can read and set keys', async () => {
  for (const by of [await signIn(shop.app), await signIn(shop.app, { support: true })]) {
    expect((await shop.call(services.list, {}, by)).status).toBe(403)
    expect((await shop.call(services.setNowpayments, { body }, by)).status).toBe(403)
    const { status } = await shop.call(services.remove, { params: { name: 'nowpayments' } }, by)
    expect(status).toBe(403)
  }
})

test('a removed service is not offered, and cannot be removed again', async () => {
  await set()
  const remove = () => shop.call(services.remove, { params: { name: 'nowpayments' } }, admin)
  expect((await remove()).status).toBe(200)
  expect(shop.shop.crypto.nowpayments).toBeNull()
  expect(await setup()).toMatchObject({ source: null, set_by: null })
  expect(await remove()).toMatchObject({ status: 404, code: 'no_keys' })
})

test('a change in one process applies in another as well, without a restart', () =>
  inFolder(async (dataDir) => {
    const key = await readFile(path.join(shop.dataDir, 'keys/secrets.key'), 'utf8')
    const second = await openSecond({ SECRETS_KEY: key }, dataDir)
    try {
      expect(second.crypto.nowpayments).toBeNull()
      await set()
      await expect.poll(() => second.crypto.nowpayments).not.toBeNull()
      expect(await second.crypto.nowpayments!.currencies()).not.toEqual([])
      await shop.call(services.remove, { params: { name: 'nowpayments' } }, admin)
      await expect.poll(() => second.crypto.nowpayments).toBeNull()
    } finally {
      await closeShop(second)
    }
  }))

test('without their encryption key, saved keys count as not set up, and nothing breaks', () =>
  inFolder(async (dataDir) => {
    await set()
    const second = await openSecond({}, dataDir)
    try {
      expect(second.crypto.nowpayments).toBeNull()
      expect(second.services.stored().unreadable).toEqual(['nowpayments'])
      expect((await stat(path.join(dataDir, 'keys/secrets.key'))).mode & 0o777).toBe(0o600)
    } finally {
      await closeShop(second)
    }
    expect((await setup()).unreadable).toBe(false)
  }))

test('encrypts saved keys again with a new encryption key', () =>
  inFolder(async (dataDir) => {
    await set()
    const former = await readFile(path.join(shop.dataDir, 'keys/secrets.key'), 'utf8')
    const next = 'ab'.repeat(32)
    await closeShop(await openSecond({ SECRETS_KEY: `${next},${former}` }, dataDir))
    const second = await openSecond({ SECRETS_KEY: next }, dataDir)
    expect(second.crypto.nowpayments).not.toBeNull()
    await closeShop(second)
    await expect(openSecond({ SECRETS_KEY: 'too short' }, dataDir)).rejects.toThrow(
      'SECRETS_KEY must contain 32 bytes',
    )
  }))

test('an encrypted key cannot replace another one', async () => {
  await set()
  const rows = await shop.db.selectFrom('service_keys').selectAll().orderBy('name').execute()
  const [one, two] = rows as [(typeof rows)[0], (typeof rows)[0]]
  const swap = (name: string, { sealed }: { sealed: Buffer }) =>
    shop.db.updateTable('service_keys').set({ sealed }).where('name', '=', name).execute()
  await swap(one.name, two)
  await swap(two.name, one)
  await shop.shop.services.refresh()
  expect(shop.shop.crypto.nowpayments).toBeNull()
  expect((await setup()).unreadable).toBe(true)
})

test('the environment overrides saved keys, and the list says so', async () => {
  const env = { NOWPAYMENTS_API_KEY: 'by-environment-1234', NOWPAYMENTS_IPN_SECRET: 'ipn' }
  const other = await openTestShop({ env: { ...env, PROVIDERS_URL: shop.providers.url } })
  const by = await signIn(other.app, { admin: true })
  const refused = await other.call(services.setNowpayments, { body }, by)
  expect([refused.status, refused.code]).toEqual([409, 'set_by_environment'])
  expect(refused.detail).toContain('Change NOWPAYMENTS_API_KEY, NOWPAYMENTS_IPN_SECRET there')
  const { body: listed } = await other.call(services.list, {}, by)
  expect(listed.services.find(({ name }) => name === 'nowpayments')).toMatchObject({
    source: 'environment',
    keys: [{ shown: '…1234' }, { shown: '…' }],
  })
  await other.close()
})

test('refuses keys in test mode', async () => {
  const played = await openTestShop({ withSandbox: true })
  const by = await signIn(played.app, { admin: true })
  const { status, code } = await played.call(services.setNowpayments, { body }, by)
  expect([status, code]).toEqual([409, 'test_mode'])
  await played.close()
})
