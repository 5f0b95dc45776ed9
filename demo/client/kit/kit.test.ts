import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { pairings } from '#contract/licensing/pairings.ts'
import { onlyOf, publishRelease, seedDemoRelease } from '#demo/loader/release.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { stampBlock } from '#server/licensing/loader/stamp.ts'
import { signAnswer } from '#server/licensing/loader-api/signing.ts'
import { openLoaderShop } from '#server/licensing/loader-api/testing/loader-shop.ts'
import { signingKeyOf } from '#server/licensing/loader-api/testing/signing-key.ts'
import { isFine, playKit } from './kit.ts'
import { openRelay, type Passed } from './relay.ts'

const shop = await fileFixture(
  openTestShop({ withSandbox: true, withWorker: true }).then((test) => openLoaderShop(test)),
)
beforeAll(async () => {
  await seedDemoRelease(shop.db, shop.shop.storage)
  await shop.setSettings({ loader_minimum: '0.9.0' })
})

async function pass(seconds: number) {
  const moved = await fetch(`${shop.sandboxUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  expect(moved.status).toBe(200)
}

/** Runs the kit against a server, as a new customer of the shop behind it. */
async function play(url = shop.url) {
  const [customer, stranger] = [
    await shop.addCustomer({ offline: 24 }),
    await shop.addCustomer({ offline: 24 }),
  ]
  await publishRelease(shop.db, shop.shop.storage, {
    product: customer.productId,
    version: '1.0.0',
    bytes: onlyOf(Buffer.from('A module')),
  })
  const frozen = await shop.addFrozen(customer)
  const old = stampBlock({ ...shop.stampFor(customer), version: '0.8.9' }, shop.shop.loaderKey)
  const taken = shop.stampFor(customer)
  await shop.db
    .insertInto('build_revocations')
    .values({
      scope: 'build',
      build_id: taken.build,
      user_id: customer.user.id,
      state: 'revoked',
      reason: 'It leaked',
      actor_id: stranger.user.id,
    })
    .execute()
  return playKit({
    shop: url,
    product: customer.slug,
    trusted: shop.trusted,
    strangers: stranger.build,
    old: old.toString('base64url'),
    frozen,
    revoked: stampBlock(taken, shop.shop.loaderKey).toString('base64url'),
    async approve({ user_code }) {
      const input = { params: { code: user_code }, body: { approve: true } }
      expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
    },
    pass,
  })
}

test('the kit passes all checks against the shop', async () => {
  const rows = await play()
  expect(rows.filter((row) => !isFine(row))).toEqual([])
  // Includes rows that need other builds, and a product with an offline period.
  expect(rows.length).toBe(45)
})

describe('the kit fails against a shop', () => {
  async function playBroken(change: (answer: Passed) => Pick<Passed, 'text' | 'signature'>) {
    const relay = await openRelay(shop.url, (answer) => ({
      ...answer,
      ...(answer.signature && change(answer)),
    }))
    try {
      return (await play(relay.url)).filter((row) => !isFine(row))
    } finally {
      await relay.close()
    }
  }

  test('that signs its responses with another key', async () => {
    const other = signingKeyOf(generateKeyPairSync('ed25519'))
    const wrong = await playBroken(({ text }) => ({ text, signature: signAnswer(other, text) }))
    const believed = wrong.filter(({ got }) => got.includes('VALID'))
    expect(believed).toEqual([])
    expect(wrong.length).toBeGreaterThan(20)
    expect(wrong.map(({ tried }) => tried)).toContain('The first validation binds the device')
  })

  test.each([
    ['BUILD_NOT_YOURS', 'The build of another customer'],
    ['BUILD_REVOKED', 'A revoked build'],
    ['REPLAYED', 'Replay: the same request again'],
    ['SESSION_ENDED', 'A heartbeat after three missed ones'],
  ])('that says VALID for %s', async (code, tried) => {
    const wrong = await playBroken(({ text }) => {
      const said = text.replace(`"code":"${code}"`, '"code":"VALID"')
      return { text: said, signature: signAnswer(shop.shop.loaderKey, said) }
    })
    expect(wrong.map((row) => row.tried)).toContain(tried)
    expect(new Set(wrong.map(({ expected }) => expected.split(',')[0]))).toEqual(new Set([code]))
  })
})

test('the command prints each check, and exits with 1 if a check fails', async () => {
  const customer = await shop.addCustomer()
  const main = new URL('main.ts', import.meta.url).pathname
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!
  const options = [shop.url, customer.slug, '--sandbox', shop.sandboxUrl, '--key', stranger]
  const kit = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  let answered: Promise<unknown> | undefined
  kit.stdout.on('data', (chunk) => {
    said += chunk
    const code = /approve ([B-Z]{4}-[B-Z]{4})/.exec(said)?.[1]
    const input = { params: { code: code! }, body: { approve: true } }
    if (code) answered ??= shop.call(pairings.answer, input, customer)
  })
  expect(await once(kit, 'exit')).toEqual([1, null])
  expect(await answered).toMatchObject({ status: 200 })
  expect(said).toMatch(/^✓ Fetching tokens after approval +linked +linked$/m)
  expect(said).toMatch(/^✗ The first validation binds the device +VALID +The response is not/m)
  expect(said).toContain('checks passed')
})

test('the command prints one sentence if a file is missing, and exits with 1', async () => {
  const main = new URL('main.ts', import.meta.url).pathname
  const options = [shop.url, 'cs2', '--strangers', '/no/such/loader']
  const kit = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  kit.stderr.on('data', (chunk) => (said += chunk))
  expect(await once(kit, 'close')).toEqual([1, null])
  expect(said).toMatch(/^ENOENT: no such file.*\n$/)
})
