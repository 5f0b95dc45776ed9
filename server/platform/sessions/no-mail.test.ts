import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { askForVerification, newPerson, signUp } from './testing/people.ts'

const shop = await fileFixture(openTestShop())
const person = newPerson()

test('a shop without mail refuses actions that need a mailed link, and stores nothing', async () => {
  const token = await solveCaptcha(shop.app)
  const answers = [
    await signUp(shop, person),
    await askForVerification(shop, person),
    await shop.call(sessions.forgotPassword, { body: { ...person, token } }),
  ]
  expect(answers.map(({ status, code, detail }) => [status, code, detail])).toEqual(
    answers.map(() => [409, 'mail_not_set_up', sentence('mail_not_set_up')]),
  )
  for (const table of ['users', 'held_signups', 'mails', 'throttles'] as const) {
    expect([table, await shop.db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
})
