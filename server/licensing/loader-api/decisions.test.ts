import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { devices } from '#contract/licensing/devices.ts'
import { readEntitlement } from '#demo/client/answers.ts'
import type { LoaderClient } from '#demo/client/client.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { stampBlock } from '#server/licensing/loader/stamp.ts'
import { type Customer, computer, openLoaderShop } from './testing/loader-shop.ts'
import { signingKeyOf } from './testing/signing-key.ts'

const shop = await fileFixture(openLoaderShop())

describe('a decision', () => {
  const answered = async (customer: Customer, loader: LoaderClient, build = customer.build) =>
    (await loader.validate(customer.slug, computer('a'), build)).code

  test('depends on subscription, build, version and product', async () => {
    const customer = await shop.addCustomer()
    const other = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const ask = (build?: string) => answered(customer, loader, build)
    expect((await loader.validate(other.slug, computer('a'), customer.build)).code).toBe(
      'NO_SUBSCRIPTION',
    )
    await expect(loader.validate('nothing', computer('a'), customer.build)).rejects.toMatchObject({
      status: 404,
      code: 'unknown_product',
    })
    expect(await ask(shop.stampOf(other))).toBe('BUILD_NOT_YOURS')
    expect(await ask(Buffer.from('nonsense').toString('base64url'))).toBe('BUILD_UNKNOWN')
    const stranger = stampBlock(
      shop.stampFor(customer),
      signingKeyOf(generateKeyPairSync('ed25519')),
    )
    expect(await ask(stranger.toString('base64url'))).toBe('BUILD_UNKNOWN')
    await shop.setSettings({ loader_minimum: '1.10.0' })
    const old = await loader.validate(customer.slug, computer('a'), customer.build)
    expect(old).toMatchObject({
      code: 'VERSION_TOO_OLD',
      minimum: '1.10.0',
      sentence: 'This version of the loader is too old. Version 1.10.0 or later is required.',
    })
    await shop.setSettings({ loader_minimum: '' })
    await shop.setProduct(customer, { loader_offline: true })
    expect(await ask()).toBe('PRODUCT_OFFLINE')
    await shop.setProduct(customer, { loader_offline: false })
    expect(await ask()).toBe('VALID')
    const ended = await shop.addCustomer({ seconds: -60 })
    expect(await answered(ended, await shop.pairNew(ended))).toBe('EXPIRED')
    await shop.setSettings({ maintenance_mode: true })
    expect(await ask()).toBe('MAINTENANCE')
    await shop.setSettings({ maintenance_mode: false })
  })

  test('treats a lifetime like any time, and limits its offline time to the product’s hours', async () => {
    const customer = await shop.addCustomer({ seconds: -60, offline: 48 })
    const plan = { plan: 'lifetime', popular: false, savings: null, cents: 19_900 }
    await shop.setProduct(customer, { plans: JSON.stringify([plan]) })
    const loader = await shop.pairNew(customer)
    expect(await answered(customer, loader)).toBe('EXPIRED')
    const params = { uid: customer.user.id }
    const given = { reason: 'Sorry', game_id: customer.productId, plan: 'lifetime' }
    const staff = await signIn(shop.app, { admin: true })
    await shop.call(staffSubscriptions.give, { params, body: given }, staff)

    const answer = await loader.validate(customer.slug, computer('a'), customer.build)
    expect(answer.code).toBe('VALID')
    const nine = new Date().getUTCFullYear() + 900
    expect(new Date(answer.ends_at as string).getUTCFullYear()).toBeGreaterThan(nine)
    const signed = answer.entitlement as { payload: string; signature: string }
    const { not_after, products } = readEntitlement(signed, shop.trusted) as unknown as {
      not_after: string
      products: { slug: string; ends_at: string }[]
    }
    expect(products).toEqual([{ slug: customer.slug, ends_at: answer.ends_at }])
    const hours = (Date.parse(not_after) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47)
    expect(hours).toBeLessThanOrEqual(48)
    const { id } = answer.session as { id: string }
    expect(await loader.heartbeat(id)).toMatchObject({ code: 'VALID' })

    const taken = { params, body: { game_id: customer.productId } }
    await shop.call(staffSubscriptions.remove, taken, staff)
    expect(await answered(customer, loader)).toBe('EXPIRED')
  })

  test('grants offline time until the purchased time expires', async () => {
    const customer = await shop.addCustomer({ seconds: 3600, offline: 48 })
    const loader = await shop.pairNew(customer)
    const { entitlement } = await loader.validate(customer.slug, computer('a'), customer.build)
    const given = entitlement as { payload: string; signature: string }
    const read = (now?: number) => readEntitlement(given, shop.trusted, now)
    expect(read()).toMatchObject({
      v: 1,
      uid: customer.user.id,
      products: [{ slug: customer.slug }],
    })
    const { not_after, products } = read() as unknown as {
      not_after: string
      products: { ends_at: string }[]
    }
    expect(not_after).toBe(products[0]!.ends_at)
    expect(read(Date.parse(not_after))).toBeNull()
    const forged = { ...given, payload: Buffer.from('{"v":1}').toString('base64url') }
    expect(readEntitlement(forged, shop.trusted)).toBeNull()
  })
})

test('without a loader, checks the account and the product before the device', async () => {
  const customer = await shop.addCustomer()
  const query = { game_id: customer.productId }
  const why = async () => (await shop.call(devices.why, { query }, customer)).body.code
  expect(await why()).toBe('NO_DEVICE')
  await shop.setProduct(customer, { loader_offline: true })
  expect(await why()).toBe('PRODUCT_OFFLINE')
  await shop.takeTime(customer)
  expect(await why()).toBe('EXPIRED')
  await shop.addInfractions(customer, 3)
  expect(await why()).toBe('SUSPENDED')
})

test('tells the loader why its customer cannot play', async () => {
  const customer = await shop.addCustomer()
  const query = { game_id: customer.productId }
  const why = async () => (await shop.call(devices.why, { query }, customer)).body
  expect(await why()).toMatchObject({ code: 'NO_DEVICE', device: null })
  const loader = await shop.pairNew(customer)
  expect(await why()).toMatchObject({ code: 'VALID' })
  await loader.validate(customer.slug, computer('a'), customer.build)
  expect(await why()).toMatchObject({ code: 'VALID', sentence: 'You can play.' })
  const told = await loader.validate(customer.slug, computer('b'), customer.build)
  expect(await why()).toMatchObject({
    code: told.code,
    sentence: told.sentence,
    advice: told.advice,
  })
  await loader.validate(customer.slug, computer('a'), customer.build)
  expect((await why()).code).toBe('VALID')
  await shop.takeTime(customer)
  expect((await why()).code).toBe('EXPIRED')
  const stranger = await signIn(shop.app)
  const nothing = await shop.call(devices.why, { query }, stranger)
  expect(nothing.body.code).toBe('NO_SUBSCRIPTION')
})
