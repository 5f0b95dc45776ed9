import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { forgetOld } from '#server/shop/retention/testing/forget.ts'
import { issueToken } from './mailed-tokens.ts'
import { createUser } from './testing/people.ts'

const shop = await fileFixture(openTestShop())

const past = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('removes expired rows only', async () => {
  const { db } = shop
  const [open, over] = [await signIn(shop.app), await signIn(shop.app)]
  await db
    .updateTable('sessions')
    .set({ expires_at: past(1) })
    .where('user_id', '=', over.user.id)
    .execute()
  const user = await createUser(shop)
  await issueToken(db, user, 'verify')
  await issueToken(db, user, 'reset')
  await db
    .updateTable('mailed_tokens')
    .set({ expires_at: past(24 * 31) })
    .where('purpose', '=', 'reset')
    .execute()
  for (const [n, days] of [399, 401].entries()) {
    const browser = { user_id: user.id, fingerprint: Buffer.from([n]) }
    await db
      .insertInto('known_browsers')
      .values({ ...browser, last_seen_at: past(24 * days) })
      .execute()
  }
  const times = [past(25), new Date(Date.now() + 3_600_000)]
  for (const [n, time] of times.entries()) {
    await db
      .insertInto('spent_captchas')
      .values({ nonce: `n${n}`, expires_at: time })
      .execute()
    const key = Buffer.from([n])
    await db
      .insertInto('throttles')
      .values({ key: `throttle ${n}`, ends_at: time, began_at: past(25) })
      .execute()
    const counted = { key: Buffer.alloc(16, n), ends_at: time }
    await db.insertInto('request_counts').values(counted).execute()
    const held = { username: `held${n}`, email: `held${n}@example.com`, password_hash: '' }
    await db
      .insertInto('held_signups')
      .values({ ...held, expires_at: time })
      .execute()
    const failure = { name_hash: key, source: '10.0.0.1', known_browser: false, failed_at: time }
    await db.insertInto('login_failures').values(failure).execute()
  }

  await forgetOld(shop)
  await forgetOld(shop)
  const left = {
    sessions: await db.selectFrom('sessions').select('user_id as id').execute(),
    tokens: await db.selectFrom('mailed_tokens').select('purpose as id').execute(),
    browsers: await db.selectFrom('known_browsers').select('fingerprint as id').execute(),
    captchas: await db.selectFrom('spent_captchas').select('nonce as id').execute(),
    throttles: await db.selectFrom('throttles').select('ends_at as id').execute(),
    counts: await db.selectFrom('request_counts').select('ends_at as id').execute(),
    held: await db.selectFrom('held_signups').select('username as id').execute(),
    failures: await db.selectFrom('login_failures').select('failed_at as id').execute(),
  }
  expect(left).toEqual({
    sessions: [{ id: open.user.id }],
    tokens: [{ id: 'verify' }],
    browsers: [{ id: Buffer.from([0]) }],
    captchas: [{ id: 'n1' }],
    throttles: [{ id: times[1] }],
    counts: [{ id: times[1] }],
    held: [{ id: 'held1' }],
    failures: [{ id: times[1] }],
  })
  const { cookie } = open
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(200)
})
