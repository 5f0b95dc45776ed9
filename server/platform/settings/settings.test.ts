import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { products } from '#contract/catalogue/products.ts'
import { type StoreSettings, settings } from '#contract/platform/settings.ts'
import { buildApp } from '#server/app.ts'
import { listenForChanges } from '#server/kernel/cache/changes.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { caller, openTestShop } from '#server/kernel/testing/shop.ts'
import { writeReceiptMail } from '#server/selling/orders/mail-texts.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { watchSettings } from './settings.ts'

const untouched: Omit<StoreSettings, 'revision' | 'currency_fixed'> = {
  seller_name: '',
  seller_address: '',
  seller_contact: '',
  seller_number: '',
  seller_vat_id: '',
  tax_mode: 'off',
  tax_sentence: 'No tax is charged: small business scheme.',
  tax_rates: [],
  currency: 'USD',
  time_zone: null,
  maintenance_mode: false,
  registration_disabled: false,
  registration_by_referral: false,
  referral_code_uses: 0,
  referral_hold_days: 14,
  referral_minimum_dollars: 0,
  referral_price_limit: false,
  dispute_opening: 'freeze',
  fraud_refund_dollars: 0,
  renew_by_default: true,
  renewal_lead_hours: 24,
  renewal_retry_days: [1, 3, 5, 7],
  renewal_give_up_days: 14,
  renewal_grace_days: 3,
  log_months: null,
  backup_at: null,
  backup_keep: 7,
  support_refund_dollars: 50,
  support_daily_refund_dollars: 200,
  support_refund_days: 14,
  support_time_days: 7,
  pause_days: 0,
  first_crypto: 'nowpayments',
  underpaid_percent: 1,
  release_days: 7,
  releases_a_month: 2,
  suspend_infractions: 3,
  share_devices: 5,
  beat_seconds: 60,
  loader_minimum: '',
}

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

afterEach(() => change(untouched))
const change = (body: object) => shop.call(settings.change, { body } as never, admin)
async function read() {
  const { revision, currency_fixed: _, ...rest } = (await shop.call(settings.get, {}, admin)).body
  return rest
}

async function entries() {
  return shop.db
    .selectFrom('logs')
    .select(['details', 'user_id'])
    .where('message', '=', 'Settings changed')
    .orderBy('id', 'desc')
    .execute()
}

test('changes one setting and leaves the others', async () => {
  expect(await read()).toEqual(untouched)
  const { body } = await change({ referral_code_uses: 7 })
  expect(body).toMatchObject({ ...untouched, referral_code_uses: 7, revision: expect.any(Number) })
  await change({ registration_disabled: true })
  expect(await read()).toEqual({
    ...untouched,
    referral_code_uses: 7,
    registration_disabled: true,
  })
})

test('refuses unknown and invalid settings, and changes nothing', async () => {
  for (const body of [
    { referral_code_uses: -1 },
    { referral_code_uses: 101 },
    { referral_code_uses: 1.5 },
    { referral_code_uses: '5' },
    { referral_hold_days: -1 },
    { referral_hold_days: 366 },
    { referral_minimum_dollars: 1_000_001 },
    { maintenance_mode: 'yes' },
    { log_months: 0 },
    { log_months: 601 },
    { backup_at: '24:00' },
    { backup_at: '2:30' },
    { backup_keep: 0 },
    { support_refund_dollars: -1 },
    { support_daily_refund_dollars: 0.5 },
    { support_refund_days: 1.5 },
    { dispute_opening: 'ban' },
    { fraud_refund_dollars: -1 },
    { support_time_days: 366 },
    { pause_days: 31 },
    { renewal_lead_hours: 0 },
    { renewal_lead_hours: 73 },
    { renewal_retry_days: [] },
    { renewal_retry_days: [0, 3] },
    { renewal_retry_days: [3, 30] },
    { renewal_retry_days: [3, 3] },
    { renewal_retry_days: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { renewal_give_up_days: 2 },
    { renewal_give_up_days: 31 },
    { renewal_grace_days: -1 },
    { renewal_grace_days: 8 },
    { underpaid_percent: -1 },
    { underpaid_percent: 6 },
    { release_days: -1 },
    { release_days: 366 },
    { releases_a_month: 0 },
    { releases_a_month: 31 },
    { suspend_infractions: -1 },
    { suspend_infractions: 101 },
    { share_devices: 0 },
    { share_devices: 1001 },
    { beat_seconds: 59 },
    { beat_seconds: 301 },
    { loader_minimum: '1.4 or newer' },
    { loader_minimum: 'newest' },
    { loader_minimum: 'v1.4' },
    { log_months: '' },
    { tax_mode: 'vat' },
    { currency: 'JPY' },
    { currency: 'eur' },
    { tax_rates: ['DE 2027-01-01'] },
    { tax_rates: ['XX 2027-01-01 20'] },
    { tax_rates: ['DE 2027-02-30 20'] },
    { tax_rates: ['DE 2027-01-01 100'] },
    { tax_rates: ['DE 2027-01-01 20', 'DE 2027-01-01 21'] },
    { tax_rates: Array.from({ length: 301 }, (_, day) => `DE ${1700 + day}-01-01 20`) },
    { tax_sentence: '' },
    { registration_disabled: true, updated_at: 'now' },
  ]) {
    expect([body, (await change(body)).status]).toEqual([body, 422])
  }
  expect(await read()).toEqual(untouched)
  for (const uses of [0, 100]) {
    expect((await change({ referral_code_uses: uses })).status).toBe(200)
  }
  for (const body of [
    { renewal_lead_hours: 1, renewal_retry_days: [1], renewal_give_up_days: 3 },
    { renewal_lead_hours: 72, renewal_retry_days: [22, 23, 24, 25, 26, 27, 28, 29] },
    { renewal_give_up_days: 30, renewal_grace_days: 7, underpaid_percent: 5 },
    { renewal_grace_days: 0, underpaid_percent: 0 },
    { release_days: 0, releases_a_month: 1, suspend_infractions: 0, share_devices: 1 },
    { release_days: 365, releases_a_month: 30, suspend_infractions: 100, share_devices: 1000 },
    { beat_seconds: 300, loader_minimum: '1.4.0' },
  ])
    expect([body, (await change(body)).status]).toEqual([body, 200])
})

test('logs a change with its author and both values, and no entry without a change', async () => {
  await change({ referral_code_uses: 3, registration_disabled: false })
  const [entry] = await entries()
  expect(entry).toEqual({
    user_id: admin.user.id,
    details: {
      by: admin.user.username,
      by_uid: admin.user.id,
      settings: 'shop',
      revision: expect.any(Number),
      before: { referral_code_uses: 0 },
      after: { referral_code_uses: 3 },
    },
  })
  const count = (await entries()).length
  await change({ referral_code_uses: 3 })
  expect(await entries()).toHaveLength(count)
})

test('concurrent changes all apply, and each logs the values before it', async () => {
  const uses = Array.from({ length: 12 }, (_, index) => index + 1)
  await Promise.all(uses.map((referral_code_uses) => change({ referral_code_uses })))
  const logged = (await entries()).slice(0, 12).map(({ details }) => details) as {
    before: { referral_code_uses: number }
    after: { referral_code_uses: number }
  }[]
  const steps = logged.toReversed()
  steps.forEach(({ before }, index) => {
    expect(before.referral_code_uses).toBe(steps[index - 1]?.after.referral_code_uses ?? 0)
  })
  const last = steps.at(-1)!.after.referral_code_uses
  await expect.poll(() => shop.shop.settings().referral_code_uses).toBe(last)
})

test('a change in one process applies in another as well, without a restart', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-test-'))
  const { config } = shop.shop
  const second = await openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
  const app = await buildApp(second, { withPages: false })
  try {
    const list = () => caller(app)(products.list, {})
    expect((await list()).status).toBe(200)
    await change({ maintenance_mode: true })
    await expect.poll(list).toMatchObject({ status: 503, code: 'maintenance' })
    // Staff can still use the shop and reopen it.
    expect((await caller(app)(products.list, {}, admin)).status).toBe(200)
    await caller(app)(settings.change, { body: { maintenance_mode: false } }, admin)
    await expect.poll(list).toMatchObject({ status: 200 })
  } finally {
    await app.close()
    await closeShop(second)
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('mails show dates and times in the shop’s time zone', async () => {
  expect((await change({ time_zone: 'Mars/Olympus' })).status).toBe(422)
  expect((await change({ time_zone: 'Europe/Berlin' })).status).toBe(200)
  await expect.poll(() => shop.shop.config.timeZone).toBe('Europe/Berlin')
  const receipt = {
    id: 'LO-1',
    username: 'anna',
    items: [],
    totalCents: 0,
    late: false,
    renewed: null,
    renewals: [{ product: 'CS2', cents: 1999, at: new Date('2026-12-31T23:30:00Z') }],
  }
  expect(writeReceiptMail(shop.shop.config, receipt).text).toContain(
    'CS2 renews on January 1, 2027',
  )
})

test('a change that could not be read when it was announced applies once it can', async () => {
  const proxy = await openDatabaseProxy(shop.databaseUrl)
  const db = openDatabase(proxy.url, 1)
  // As behind a pooler: notifications arrive while queries fail.
  const changes = await listenForChanges(shop.databaseUrl)
  try {
    const standing = await watchSettings(db, changes, shop.shop.config, () => {})
    expect(standing().pause_days).not.toBe(11)
    let told = 0
    changes.on(() => {
      told += 1
    })
    proxy.leave()
    await shop.db.updateTable('settings').set({ pause_days: 11 }).execute()
    await expect.poll(() => told).toBeGreaterThan(0)
    await expect.poll(() => proxy.attempts.length).toBeGreaterThan(1)
    proxy.back()
    await expect.poll(() => standing().pause_days).toBe(11)
  } finally {
    await changes.stop()
    await db.destroy()
    await proxy.close()
  }
})
