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

describe('pairing', () => {
  test('waits for the customer, and gives its tokens to the key that requested it', async () => {
    const customer = await shop.addCustomer()
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows 11' })
    expect(begun.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    const poll = () => loader.fetchTokens(begun.device_code)
    await expect(poll()).rejects.toMatchObject({ status: 400, code: 'authorization_pending' })
    await expect(poll()).rejects.toMatchObject({ status: 400, code: 'slow_down' })
    const code = begun.user_code.toLowerCase().replace('-', ' ')
    const shown = await shop.call(pairings.get, { params: { code } }, customer)
    expect(shown.body).toMatchObject({ name: 'PC', os: 'Windows 11', build: 'none' })
    const answer = { params: { code }, body: { approve: true } }
    expect((await shop.call(pairings.answer, answer, customer)).body).toEqual({ paired: true })
    // Submit again, as if the response was lost.
    expect((await shop.call(pairings.answer, answer, customer)).body).toEqual({ paired: true })
    const other = await shop.addCustomer()
    expect((await shop.call(pairings.answer, answer, other)).code).toBe('unknown_pairing_code')
    const denied = { params: { code }, body: { approve: false } }
    expect((await shop.call(pairings.answer, denied, customer)).code).toBe('unknown_pairing_code')
    const thief = shop.newLoader()
    await expect(thief.fetchTokens(begun.device_code)).rejects.toMatchObject({
      code: 'bad_signature',
    })
    await poll()
    const first = loader.options.kept.access
    await loader.refresh()
    expect(loader.options.kept.access).not.toBe(first)
    expect(await loader.validate(customer.slug, computer('a'), null)).toMatchObject({
      code: 'BUILD_UNKNOWN',
    })
    await expect(thief.fetchTokens('nothing')).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('can be declined, and expires', async () => {
    const customer = await shop.addCustomer()
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows 11' })
    const params = { code: begun.user_code }
    await shop.call(pairings.answer, { params, body: { approve: false } }, customer)
    await expect(loader.fetchTokens(begun.device_code)).rejects.toMatchObject({
      code: 'access_denied',
    })
    const late = await loader.pair({ name: 'PC', os: 'Windows 11' })
    await shop.db
      .updateTable('loader_pairings')
      .set({ expires_at: new Date(0) })
      .where('user_code', '=', late.user_code.replace('-', ''))
      .execute()
    await expect(loader.fetchTokens(late.device_code)).rejects.toMatchObject({
      code: 'expired_token',
    })
    const unknown = { params: { code: late.user_code } }
    expect((await shop.call(pairings.get, unknown, customer)).code).toBe('unknown_pairing_code')
  })

  test('is refused with a warning for a loader that was issued to another customer', async () => {
    const [customer, other] = [await shop.addCustomer(), await shop.addCustomer()]
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows', build: shop.stampOf(other) })
    const params = { code: begun.user_code }
    expect((await shop.call(pairings.get, { params }, customer)).body.build).toBe('not_yours')
    const refused = await shop.call(pairings.answer, { params, body: { approve: true } }, customer)
    expect([refused.status, refused.code]).toEqual([409, 'build_not_yours'])
  })

  test('gives no tokens after its sessions ended, its owner was banned or its device released', async () => {
    const approve = async (customer: Customer) => {
      const loader = shop.newLoader()
      const begun = await loader.pair({ name: 'PC', os: 'Windows 11', build: customer.build })
      const input = { params: { code: begun.user_code }, body: { approve: true } }
      expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
      const fetchTokens = () => loader.fetchTokens(begun.device_code)
      await fetchTokens()
      return { loader, fetchTokens }
    }
    const [robbed, banned, released] = await Promise.all([0, 1, 2].map(() => shop.addCustomer()))
    const thief = await approve(robbed!)
    await thief.fetchTokens()
    await shop.signOutEverywhere(robbed!)
    await expect(thief.fetchTokens()).rejects.toMatchObject({ code: 'expired_token' })

    const held = await approve(banned!)
    await shop.ban(banned!)
    await expect(held.fetchTokens()).rejects.toMatchObject({ code: 'invalid_grant' })

    const sold = await approve(released!)
    expect(
      await sold.loader.validate(released!.slug, computer('sold'), released!.build),
    ).toMatchObject({ code: 'VALID' })
    const list = await shop.call(devices.list, {}, released!)
    const input = {
      params: { id: list.body.devices[0]!.id },
      body: { password: released!.password },
    }
    expect((await shop.call(devices.release, input, released!)).status).toBe(200)
    await expect(sold.fetchTokens()).rejects.toMatchObject({ code: 'expired_token' })
  })

  test('is limited to ten an hour', async () => {
    const customer = await shop.addCustomer()
    for (let n = 0; n < 10; n += 1) await shop.pairNew(customer)
    await expect(shop.pairNew(customer)).rejects.toThrow('too_many_pairings')
  })
})
