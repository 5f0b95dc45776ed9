import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { resumeTime } from '#server/access/subscriptions/pauses.ts'
import { pauseFor } from '#server/access/subscriptions/testing/pause.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { computer, openLoaderShop } from './testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())

test('returns FROZEN while time is frozen, and allows play afterwards', async () => {
  const customer = await shop.addCustomer()
  const lapsed = await shop.addCustomer({ seconds: -60 })
  const beside = await shop.addCustomer()
  const [loader, late, other] = [
    await shop.pairNew(customer),
    await shop.pairNew(lapsed),
    await shop.pairNew(beside),
  ]
  const ask = async () => (await loader.validate(customer.slug, computer('a'), customer.build)).code
  const askLate = async () => (await late.validate(lapsed.slug, computer('b'), lapsed.build)).code
  const why = async () => {
    const query = { game_id: customer.productId }
    return (await shop.call(devices.why, { query }, customer)).body
  }
  const { session } = await loader.validate(customer.slug, computer('a'), customer.build)
  const { id } = session as { id: string }
  expect((await loader.heartbeat(id)).code).toBe('VALID')

  const change = await shop.standStill(customer)
  expect(await ask()).toBe('FROZEN')
  expect(await why()).toMatchObject({ code: 'FROZEN', frozen_by: 'shop' })
  await expect.poll(async () => (await loader.heartbeat(id)).code).not.toBe('VALID')
  expect((await other.validate(beside.slug, computer('c'), beside.build)).code).toBe('VALID')
  // The incident is over: a customer with time left can play at once.
  await change({ ended: true })
  expect(await ask()).toBe('VALID')
  expect((await why()).code).toBe('VALID')

  // The returned time is all that this customer has left, and it has not arrived yet.
  expect(await askLate()).toBe('EXPIRED')
  const changeLate = await shop.standStill(lapsed)
  await shop.db
    .updateTable('stills')
    .set({ since: new Date(Date.now() - 90_000) })
    .where('product_id', '=', lapsed.productId)
    .execute()
  expect(await askLate()).toBe('FROZEN')
  await changeLate({ ended: true })
  expect(await askLate()).toBe('FROZEN')
  await changeLate({ given: true })
  expect(await askLate()).toBe('EXPIRED')
})

test('returns FROZEN during a pause, ends the session, and allows play after it', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const ask = () => loader.validate(customer.slug, computer('p'), customer.build)
  const { id } = (await ask()).session as { id: string }
  expect((await loader.heartbeat(id)).code).toBe('VALID')
  const who = { userId: customer.user.id, productId: customer.productId }
  await pauseFor(shop.db, { ...who, days: 1 })
  const words = {
    code: 'FROZEN',
    sentence: expect.stringContaining('You have paused your subscription until'),
  }
  await expect.poll(() => loader.heartbeat(id)).toMatchObject(words)
  expect(await ask()).toMatchObject(words)
  const query = { game_id: customer.productId }
  const why = async () => (await shop.call(devices.why, { query }, customer)).body
  expect(await why()).toMatchObject({ ...words, frozen_by: 'pause' })
  // A ban takes precedence.
  await shop.db.updateTable('users').set({ banned: true }).where('id', '=', who.userId).execute()
  expect((await ask()).code).toBe('BANNED')
  await shop.db.updateTable('users').set({ banned: false }).where('id', '=', who.userId).execute()
  await resumeTime(shop.db, who.userId, who.productId)
  expect((await ask()).code).toBe('VALID')
})
