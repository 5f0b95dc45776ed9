import { Secret, TOTP } from 'otpauth'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { startSessionOf } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { createUser, password } from './people.ts'

/** The code that an authenticator app shows after this many time steps. */
export function codeOf(secret: string, steps = 0) {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Returns an unused code, whichever codes were used before. */
export async function freshCode({ db }: Pick<TestShop, 'db'>, userId: number, secret: string) {
  await db
    .updateTable('second_factors')
    .set({ last_step: 0 })
    .where('user_id', '=', userId)
    .execute()
  return codeOf(secret)
}

export function cookieOf({ cookies }: { cookies: { name: string; value: string }[] }) {
  return `session=${cookies.find(({ name }) => name === 'session')!.value}`
}

/** Returns the secret, the recovery codes and a session too. */
export async function withFactor(test: TestShop, roles: { admin?: boolean } = {}) {
  const user = await createUser(test, roles)
  const cookie = `session=${await startSessionOf(test.db, user.id)}`
  const begun = await test.call(secondFactor.begin, { body: { password } }, { cookie })
  const { secret } = begun.body
  const on = await test.call(secondFactor.turnOn, { body: { code: codeOf(secret) } }, { cookie })
  return { user, cookie: cookieOf(on.response), secret, recoveryCodes: on.body.recovery_codes }
}
