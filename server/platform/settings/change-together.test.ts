import { expect, test } from 'vitest'
import { settings } from '#contract/platform/settings.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const anna = await signIn(shop.app, { admin: true })
const ben = await signIn(shop.app, { admin: true })

const read = async () => (await shop.call(settings.get, {}, anna)).body
const change = (body: Input<typeof settings.change>['body'], by = anna) =>
  shop.call(settings.change, { body }, by)

test('refuses a stale save, names the colleague, and changes nothing', async () => {
  const { revision } = await read()
  await change({ referral_code_uses: 4, revision }, ben)
  const refused = await change({ registration_disabled: true, revision })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
    detail: `Changed by ${ben.user.username}: referral code uses from 0 to 4`,
  })
  const now = await read()
  expect(now).toMatchObject({ referral_code_uses: 4, registration_disabled: false })
  const saved = await change({ registration_disabled: true, revision: now.revision })
  expect(saved.body).toMatchObject({ referral_code_uses: 4, registration_disabled: true })
})

test('one of many concurrent saves succeeds', async () => {
  const { revision, referral_code_uses: uses } = await read()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      change({ referral_code_uses: uses + n + 1, revision }, n % 2 ? anna : ben),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect((await read()).revision).toBe(revision + 1)
})

test('unchanged saves, the opening and the name cause no conflict', async () => {
  const { revision, registration_disabled } = await read()
  expect((await change({ registration_disabled, revision })).body.revision).toBe(revision)
  await shop.db.updateTable('settings').set({ shop_name: 'Another', opened_at: null }).execute()
  expect((await read()).revision).toBe(revision)
  await shop.db.updateTable('settings').set({ opened_at: new Date() }).execute()
})
