import { expect, test } from 'vitest'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { creditDesk, day, hour } from '#server/outages/credits/testing/credit-desk.ts'

const shop = await fileFixture(openTestShop())
const desk = creditDesk(shop, await signIn(shop.app, { admin: true }))

test('shows a customer the entries that make up their own expiry date only', async () => {
  const [anna, ben] = [await signIn(shop.app), await signIn(shop.app)]
  const { id: product } = await desk.product()
  await desk.run(product, 200, 20, anna.user.id)
  await desk.run(product, 10, 100, anna.user.id)
  const read = (by: typeof anna) =>
    shop.call(subscriptions.ledger, { params: { id: String(product) } }, by)
  const { id } = (await desk.byHand(product, 24)).body
  await desk.preview(id)
  await desk.confirm(id, 1)
  await workJobs(shop)
  await desk.undo(id)
  await workJobs(shop)
  const { body } = await read(anna)
  expect(body.entries.map(({ cause, seconds }) => [cause, seconds])).toEqual([
    ['grant', 100 * hour],
    ['credit', day],
    ['credit_back', -day],
  ])
  expect(body.entries[1]!.about).toBe((await desk.get(id)).title)
  expect(body.entries.at(-1)!.ends_at).toBe(body.ends_at)
  expect((await read(ben)).code).toBe('unknown_product')
})
