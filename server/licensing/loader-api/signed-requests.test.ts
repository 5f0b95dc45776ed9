import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { loaderApi } from '#contract/licensing/loader-api.ts'
import { readEntitlement } from '#demo/client/answers.ts'
import { type LoaderClient, newKey } from '#demo/client/client.ts'
import { Refused } from '#demo/client/failures.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import type { SigningKey } from '#server/licensing/loader/signing-key.ts'
import { stampBlock } from '#server/licensing/loader/stamp.ts'
import { rawOf } from './signing.ts'
import { computer, openLoaderShop } from './testing/loader-shop.ts'
import { signingKeyOf } from './testing/signing-key.ts'

const newSigningKey = () => signingKeyOf(generateKeyPairSync('ed25519'))

const shop = await fileFixture(openLoaderShop())

describe('a request', () => {
  test('is refused without a token, and without the key that was paired', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { kept } = loader.options
    const thief = shop.newLoader({ ...kept, key: newKey() })
    const validate = (by: LoaderClient) => by.validate(customer.slug, computer('a'), customer.build)
    await expect(validate(thief)).rejects.toMatchObject({ status: 401, code: 'bad_signature' })
    await expect(validate(shop.newLoader())).rejects.toMatchObject({
      status: 401,
      code: 'unpaired',
    })
  })

  test('is refused if it is replayed or sent by a clock that is a day off', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const path = '/loader/v1/logout'
    const payload = JSON.stringify({ session: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57' })
    const headers = loader.headers('POST', path, payload)
    const send = () => shop.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    expect((await send()).json().code).toBe('VALID')
    const again = await send()
    expect(again.json()).toMatchObject({ code: 'REPLAYED', nonce: headers['loadout-nonce'] })
    expect(again.headers['loadout-signature']).toBeTruthy()
    const changed = await shop.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers,
      payload: payload.replace('57', '58'),
    })
    expect(changed.json().code).toBe('bad_signature')
    const late = shop.newLoader(loader.options.kept)
    shop.setClock(late, -86_400_000)
    const once = { refresh: false, clock: false }
    expect(await late.ask('POST', path, JSON.parse(payload), once)).toMatchObject({
      code: 'CLOCK_SKEW',
      sentence: 'The clock of this device is wrong.',
    })
    // The loader continues with the time that the shop reported.
    expect(await late.logout(JSON.parse(payload).session)).toMatchObject({ code: 'VALID' })
  })

  test.each(['expired', 'replaced'] as const)(
    'succeeds with a token that was %s on a device whose clock is a day off',
    async (how) => {
      const customer = await shop.addCustomer()
      const loader = await shop.pairNew(customer)
      await shop.spoilToken(customer, how)
      shop.setClock(loader, 86_400_000)
      const validate = () => loader.validate(customer.slug, computer('a'), customer.build)
      expect(await validate()).toMatchObject({ code: 'VALID' })
      await shop.signOutEverywhere(customer)
      const restarted = shop.newLoader({ ...loader.options.kept, access: 'gone' })
      await expect(restarted.logout(randomUUID())).rejects.toMatchObject({ code: 'invalid_grant' })
    },
  )

  test('reports observations, limited to what staff can read', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const send = () => loader.report('debugger_attached', 'A debugger was attached', { pid: 7 })
    for (let n = 0; n < 20; n += 1) expect((await send()).code).toBe('VALID')
    const refused = await send()
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      sentence: `Too many requests. Please wait ${refused.retry_after} seconds.`,
    })
    expect(refused.retry_after).toBeGreaterThan(3500)
    expect(refused.retry_after).toBeLessThanOrEqual(3600)
    const entries = await shop.infractionsOf(customer)
    expect(entries).toHaveLength(20)
    expect(entries[0]).toMatchObject({
      type: 'debugger_attached',
      details: { pid: 7, source: 'loader' },
    })
    const big = { text: randomBytes(3000).toString('hex') }
    await expect(loader.report('big', 'Too much', big)).rejects.toBeInstanceOf(Refused)
  })

  test('reports nothing about its customer after a sign-out', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    await shop.signOutEverywhere(customer)
    const { code } = await loader.report('debugger_attached', 'A debugger was attached')
    expect(code).toBe('NO_DEVICE')
    expect(await shop.infractionsOf(customer)).toEqual([])
  })
})

test('signed with the first of two keys is accepted, and so are stamps of the second key', async () => {
  const [present, former, stranger] = [newSigningKey(), newSigningKey(), newSigningKey()]
  const pems = [present, former].map(({ privateKey }) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const exchanged = await openTestShop({ env: { LOADER_SIGNING_KEY: pems.join('') } })
  try {
    // The shop's loaders trust only the first key and reject an answer signed by another one.
    const own = await openLoaderShop(exchanged)
    expect(own.trusted).toEqual([rawOf(present.publicKey)])
    const published = await own.call(loaderApi.keys, {})
    expect(published.body.keys.map(({ id, public_key }) => [id, public_key])).toEqual(
      [present, former].map(({ id, publicKey }) => [id, rawOf(publicKey)]),
    )
    expect((await own.call(loader.publicKey, {})).body.key_id).toBe(present.id)

    const customer = await own.addCustomer({ offline: 24 })
    const paired = await own.pairNew(customer)
    const codeWith = async (key: SigningKey) => {
      const build = stampBlock(own.stampFor(customer), key).toString('base64url')
      const answer = await paired.validate(customer.slug, computer('a'), build)
      const entitlement = answer.entitlement as { payload: string; signature: string } | null
      const readWith = ({ publicKey }: SigningKey) =>
        entitlement && readEntitlement(entitlement, [rawOf(publicKey)]) !== null
      return [answer.code, readWith(present), readWith(former)]
    }
    expect(await codeWith(present)).toEqual(['VALID', true, false])
    expect(await codeWith(former)).toEqual(['VALID', true, false])
    expect(await codeWith(stranger)).toEqual(['BUILD_UNKNOWN', null, null])
  } finally {
    await exchanged.close()
  }
})

test('is limited for a loader that sends heartbeats without end', async () => {
  const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const own = await openLoaderShop(limited)
    const customer = await own.addCustomer()
    const loader = await own.pairNew(customer)
    const answers = []
    for (let n = 0; n < 130; n += 1) answers.push(await loader.logout(crypto.randomUUID()))
    expect([...new Set(answers.map(({ code }) => code))]).toEqual(['VALID', 'RATE_LIMITED'])
    for (const { code, retry_after, time } of answers)
      expect(retry_after).toBe(code === 'VALID' ? null : 60 - (Math.floor(time / 1000) % 60))
  } finally {
    await limited.close()
  }
})
