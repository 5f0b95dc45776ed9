import { expect, test } from 'vitest'
import { pairings } from '#contract/licensing/pairings.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop({ env: { RATE_LIMITS: 'on' } }))

test('limits guesses of other loaders’ pairing codes', async () => {
  const customer = await signIn(shop.app)
  const guess = async (code: string) => {
    const answer = { params: { code }, body: { approve: false } }
    return (await shop.call(pairings.answer, answer, customer)).status
  }
  for (let times = 0; times < 60; times += 1) expect(await guess('BCDF-GHJK')).toBe(404)
  expect(await guess('BCDF-GHJL')).toBe(429)
})
