import { expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { codeOf, freshCode, withFactor } from '#server/platform/sessions/testing/factor.ts'
import { logIn, password, queuedMails } from '#server/platform/sessions/testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true }))

type Body = { password?: string; code?: string }

const addDevice = (userId: number) =>
  shop.db
    .insertInto('devices')
    .values({ user_id: userId, name: 'Desk', os: 'Windows 11' })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A customer with a second factor and a computer. */
async function withComputer() {
  const holder = await withFactor(shop)
  const { id } = await addDevice(holder.user.id)
  return {
    ...holder,
    fresh: () => freshCode(shop, holder.user.id, holder.secret),
    release: (body: Body, device = id) =>
      shop.call(devices.release, { params: { id: device }, body }, holder),
  }
}

test('a code of the authenticator app releases a device without the password, once', async () => {
  const { user, release, fresh } = await withComputer()
  const code = await fresh()
  const answers = await Promise.all([release({ code }), release({ code })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await queuedMails(shop, user.email)).map(({ template }) => template)).toEqual([
    'second-factor-on',
    'device-released',
  ])
})

test('a recovery code releases it, with a notice to the owner, and the password still works', async () => {
  const { user, release, recoveryCodes } = await withComputer()
  expect((await release({ code: recoveryCodes[0]! })).status).toBe(200)
  const mails = (await queuedMails(shop, user.email)).map(({ template }) => template)
  expect(mails).toEqual(['second-factor-on', 'recovery-code-used', 'device-released'])
  const other = await withComputer()
  expect((await other.release({ password })).status).toBe(200)
})

test('a refusal after the code check leaves the code valid', async () => {
  const { user, release, fresh } = await withComputer()
  const stranger = await addDevice((await signIn(shop.app)).user.id)
  const code = await fresh()
  expect((await release({ code }, stranger.id)).code).toBe('unknown_device')
  expect((await release({ code })).status).toBe(200)
  const { id } = await addDevice(user.id)
  const next = await fresh()
  expect((await release({ code: next }, id)).code).toBe('release_too_soon')
  expect((await logIn(shop, { ...user, code: next })).status).toBe(200)
})

test('refuses neither, both, a wrong one, and a code without a second factor, at their field', async () => {
  const { release, secret } = await withComputer()
  const at = (loc: string) => [{ loc: ['body', loc] }]
  expect(await release({})).toMatchObject({ status: 422, detail: at('password') })
  expect(await release({ password, code: '123456' })).toMatchObject({ status: 422 })
  expect(await release({ password: 'not the one' })).toMatchObject({
    status: 400,
    detail: at('password'),
  })
  const wrong = await release({ code: codeOf(secret, 100) })
  expect(wrong).toMatchObject({
    status: 400,
    detail: [{ loc: ['body', 'code'], msg: sentence('wrong_factor_code') }],
  })

  const plain = await signIn(shop.app)
  const { id } = await addDevice(plain.user.id)
  const input = { params: { id }, body: { code: '123456' } }
  expect((await shop.call(devices.release, input, plain)).code).toBe('factor_off')
})

test('wrong codes are limited apart from those of sign-in, and the owner is notified', async () => {
  const { user, release, secret, fresh } = await withComputer()
  for (let n = 0; n < 5; n++) {
    expect((await release({ code: codeOf(secret, 100 + n) })).code).toBe('wrong_factor_code')
  }
  await logIn(shop, { ...user, code: codeOf(secret, 200) })
  const logs = await messagesOf(user.id)
  expect(logs).toContain('Signed in, wrong two-factor code')
  expect(logs).toContain('Correct password, wrong two-factor code')
  const mails = (await queuedMails(shop, user.email)).map(({ template }) => template)
  expect(mails).toEqual(['second-factor-on', 'wrong-codes'])
  const code = await fresh()
  expect((await release({ code })).code).toBe('too_many_code_guesses')
  expect((await logIn(shop, { ...user, code })).status).toBe(200)
  // Failed guesses do not prevent the owner from releasing a device.
  expect((await release({ password })).status).toBe(200)
})

async function messagesOf(userId: number) {
  const rows = await shop.db
    .selectFrom('logs')
    .select('message')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ message }) => message)
}
