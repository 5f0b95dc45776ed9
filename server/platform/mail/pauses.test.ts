import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { sentence } from '#server/kernel/testing/sentence.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import {
  askForVerification,
  createUser,
  mailedToken,
  newPerson,
  queuedMails,
} from '#server/platform/sessions/testing/people.ts'

const shop = await fileFixture(openTestShop({ withMail: true, env: { RATE_LIMITS: 'off' } }))

beforeEach(() => shop.db.deleteFrom('throttles').execute())
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Shifts the pauses, as if this many seconds had passed since they began. */
const passed = (seconds: number) =>
  sql`update throttles set began_at = began_at - make_interval(secs => ${seconds}),
                             ends_at = ends_at - make_interval(secs => ${seconds})`.execute(shop.db)

const resend = (email: string) => askForVerification(shop, { email })

async function forgot({ username, email }: { username: string; email: string }) {
  const body = { username, email, token: await solveCaptcha(shop.app) }
  return shop.call(sessions.forgotPassword, { body })
}

const often = (wait: string) =>
  `We have already sent several emails to this address. Please check the spam folder too, or try again in ${wait}.`

test('each verification mail is followed by a longer pause, also for unknown addresses', async () => {
  const user = await createUser(shop, { verified_at: null })
  for (const email of [user.email, newPerson().email]) {
    expect((await resend(email)).status).toBe(200)
    const soon = sentence('mail_too_soon')
    expect((await resend(email)).detail).toBe(soon)
    for (const [before, after, wait] of [
      [minute, 5 * minute, '5 minutes'],
      [5 * minute, 30 * minute, '30 minutes'],
      [30 * minute, day, '24 hours'],
    ] as const) {
      await passed(before)
      expect((await resend(email)).status).toBe(200)
      await passed(after - 30)
      const refused = await resend(email)
      expect([refused.status, refused.detail]).toEqual([429, often('1 minute')])
      await passed(30 - after)
      expect((await resend(email)).detail).toBe(often(wait))
    }
    await passed(day)
    expect((await resend(email)).status).toBe(200)
    await passed(minute)
    expect((await resend(email)).status).toBe(200)
  }
  await workJobs(shop)
  expect(await queuedMails(shop, user.email)).toHaveLength(6)
})

test('the pause is short again after a day without a mail, and after a used link', async () => {
  const user = await createUser(shop, { verified_at: null })
  const twice = async () => {
    expect((await resend(user.email)).status).toBe(200)
    await passed(minute)
    expect((await resend(user.email)).status).toBe(200)
    expect((await resend(user.email)).detail).toBe(often('5 minutes'))
  }
  await twice()
  await passed(day + 1)
  await twice()
  await workJobs(shop)
  const token = await mailedToken(shop, user.email)
  expect((await shop.call(sessions.verifyEmail, { query: { token } })).status).toBe(200)
  expect((await resend(user.email)).status).toBe(200)
})

test('reset links are limited too, and requests by others do not block the owner', async () => {
  const user = await createUser(shop)
  expect((await forgot(user)).status).toBe(200)
  for (const pause of [minute, 5 * minute, 30 * minute, hour, hour]) {
    await passed(pause)
    expect((await forgot(user)).status).toBe(200)
  }
  const refused = await forgot(user)
  expect([refused.status, refused.detail]).toEqual([429, often('60 minutes')])
  await workJobs(shop)
  expect(await queuedMails(shop, user.email)).toHaveLength(6)
  const token = await mailedToken(shop, user.email)
  const reset = { query: { token }, body: 'Daybreak8' }
  expect((await shop.call(sessions.resetPassword, reset)).status).toBe(200)
  expect((await forgot(user)).status).toBe(200)
})
