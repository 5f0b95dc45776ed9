import { expect, test } from 'vitest'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { faq } from './defaults/faq.ts'
import { landing } from './defaults/landing.ts'

type Body = Input<typeof staffTexts.save>['body']

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

const publish = async (body: Body) =>
  expect((await shop.call(staffTexts.save, { body }, admin)).status).toBe(200)
const cached = (path: string) => shop.shop.cache.find(path)
/** An earlier change may still remove the first response. */
const cache = (path: string) =>
  expect
    .poll(async () => {
      await shop.app.inject(path)
      return cached(path)
    })
    .toBeDefined()

test('publishing a question keeps cached responses that do not show it', async () => {
  await cache('/api/texts/faq')
  await cache('/api/games')
  const store = cached('/api/games')
  await publish({ name: 'faq', ...faq, lead: 'Ask away', publish: true })
  await expect.poll(() => cached('/api/texts/faq')).toBeUndefined()
  expect(cached('/api/games')).toBe(store)
})

test.each<Body>([
  { name: 'footer', tagline: 'Open all year', links: [], publish: true },
  // The security policy of every page allows the host of the film.
  { name: 'landing', ...landing, title: 'Play', publish: true },
])('publishing the $name removes every cached response', async (body) => {
  await cache('/api/games')
  await publish(body)
  await expect.poll(() => cached('/api/games')).toBeUndefined()
})
