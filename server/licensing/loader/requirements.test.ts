import { expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { subscribe } from './testing/subscriber.ts'

const shop = await fileFixture(openTestShop())
const requirements = [{ label: 'Windows', value: '10 or 11, 64 bit' }]

async function subscriber(seconds: number, listed: typeof requirements) {
  const { user, cookie } = await signIn(shop.app)
  await subscribe(shop.db, user.id, seconds)
  await shop.db
    .updateTable('products')
    .set({ details: JSON.stringify({ included: [], requirements: listed, screenshots: [] }) })
    .where('slug', '=', `game-of-${user.id}`)
    .execute()
  return (await shop.call(loader.requirements, {}, { cookie })).body
}

test('a customer sees the requirements of the products of active subscriptions', async () => {
  expect(await subscriber(3600, requirements)).toMatchObject([{ name: 'A game', requirements }])
  expect(await subscriber(-60, requirements)).toEqual([])
})

test('a product without requirements is left out', async () => {
  expect(await subscriber(3600, [])).toEqual([])
})
