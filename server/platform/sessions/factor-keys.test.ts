import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadKeyring } from '#server/kernel/secrets/sealing.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { tellUnreadable } from '#server/platform/services/unreadable.ts'
import { hasUnreadableFactors, resealFactors } from './factor-keys.ts'
import { freshCode, withFactor } from './testing/factor.ts'
import { logIn } from './testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))
const newKey = () => randomBytes(32).toString('base64')
const ringOf = (...keys: string[]) => loadKeyring(shop.dataDir, keys.join(','))

/** Returns the messages that a process with these keys prints at startup. */
async function saidBy(ring: Awaited<ReturnType<typeof ringOf>>) {
  const services = { ...shop.shop.services, ring }
  return (await tellUnreadable({ ...shop.shop, services })).join('\n')
}

test('a former key can be removed although nobody signed in since, and a lost key is reported', async () => {
  const { user, secret } = await withFactor(shop)
  const former = await readFile(path.join(shop.dataDir, 'keys/secrets.key'), 'utf8')
  const next = newKey()
  const both = await ringOf(next, former)
  expect(await saidBy(both)).toBe('')
  expect(await saidBy(await ringOf(next))).toMatch(
    /^The two-factor secrets were not encrypted with the key in SECRETS_KEY, so their users can only sign in with recovery codes/,
  )

  await resealFactors(shop.db, both)
  expect(await hasUnreadableFactors(shop.db, await ringOf(next))).toBe(false)
  expect(await saidBy(shop.shop.services.ring)).toContain('two-factor secrets')
  // Switch back, as a process would that knows both keys in the opposite order.
  await resealFactors(shop.db, await ringOf(former, next))
  const code = await freshCode(shop, user.id, secret)
  expect((await logIn(shop, { ...user, code })).status).toBe(200)
})
