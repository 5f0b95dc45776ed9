import { describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { pairings } from '#contract/licensing/pairings.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import {
  type Customer,
  computer,
  openLoaderShop,
} from '#server/licensing/loader-api/testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())

const list = async (customer: Customer) => (await shop.call(devices.list, {}, customer)).body
const signOut = (id: number, by: Customer) =>
  shop.call(devices.removePairing, { params: { id } }, by)

describe('a customer signs out', () => {
  test('a loader that has not played gets no new tokens', async () => {
    const customer = await shop.addCustomer()
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'Stolen laptop', os: 'Windows 11' })
    const input = { params: { code: begun.user_code }, body: { approve: true } }
    await shop.call(pairings.answer, input, customer)
    await loader.fetchTokens(begun.device_code)
    const { devices: bound, unplayed } = await list(customer)
    expect(bound).toEqual([])
    expect(unplayed).toMatchObject([{ name: 'Stolen laptop', os: 'Windows 11' }])

    const stranger = await shop.addCustomer()
    expect(await signOut(unplayed[0]!.id, stranger)).toMatchObject({
      status: 404,
      code: 'unknown_pairing',
    })
    expect(await signOut(unplayed[0]!.id, customer)).toMatchObject({ status: 200, body: true })
    expect((await signOut(unplayed[0]!.id, customer)).code).toBe('unknown_pairing')
    expect((await list(customer)).unplayed).toEqual([])
    const answer = await loader.validate(customer.slug, computer('a'), customer.build)
    expect(answer.code).toBe('NO_DEVICE')
    await expect(loader.refresh()).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(loader.fetchTokens(begun.device_code)).rejects.toMatchObject({
      code: 'expired_token',
    })
  })

  test('a device during the cooldown, which keeps its slot', async () => {
    const customer = await shop.addCustomer({ sessions: 2 })
    const before = await shop.pairNew(customer)
    await before.validate(customer.slug, computer('sold'), customer.build)
    const release = async () => {
      const params = { id: (await list(customer)).devices[0]!.id }
      return shop.call(devices.release, { params, body: { password: customer.password } }, customer)
    }
    expect((await release()).status).toBe(200)

    // Two loaders on the same computer.
    const [one, two] = [await shop.pairNew(customer), await shop.pairNew(customer)]
    for (const loader of [one, two])
      await loader.validate(customer.slug, computer('stolen'), customer.build)
    const { session } = await two.validate(customer.slug, computer('stolen'), customer.build)
    const kept = await shop.pairNew(customer)
    expect((await release()).code).toBe('release_too_soon')
    const [stolen] = (await list(customer)).devices
    expect((await signOut(stolen!.pairing!, customer)).status).toBe(200)
    const { id } = session as { id: string }
    await expect.poll(async () => (await two.heartbeat(id)).code).toBe('NO_DEVICE')
    for (const loader of [one, two])
      expect((await loader.validate(customer.slug, computer('stolen'), customer.build)).code).toBe(
        'NO_DEVICE',
      )
    const after = await list(customer)
    expect(after.devices).toMatchObject([
      { id: stolen!.id, pairing: null, products: [customer.product], running: [] },
    ])
    expect(after.unplayed).toHaveLength(1)
    expect(await kept.validate(customer.slug, computer('new'), customer.build)).toMatchObject({
      code: 'TOO_MANY_DEVICES',
    })
    // After pairing again, it is the same device.
    const anew = await shop.pairNew(customer)
    const again = await anew.validate(customer.slug, computer('stolen'), customer.build)
    expect(again).toMatchObject({ code: 'VALID', device: stolen!.id })
  })
})
