import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { staffCalls } from './testing/staff-calls.ts'
import { sent } from './testing/staff-things.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const { user, cookie } = await signIn(shop.app, { admin: true })
const admin = { id: user.id, username: user.username, cookie }
const calls = staffCalls(shop, admin)

/** Calls that use a method for changes, and why they leave no log entry. */
const changeNothing: Record<string, string> = {
  'POST /admin/preview': 'Stores nothing',
  'POST /admin/orders/{id}/refunds/preview': 'Rolled back',
  'POST /admin/subscriptions/{uid}/preview': 'Rolled back',
  'POST /admin/subscriptions/{uid}/gifts/{gift}/preview': 'Rolled back',
  'POST /admin/users/{uid}/removal/preview': 'Rolled back',
  'POST /admin/games/{id}/price-changes/preview': 'Rolled back',
  'POST /admin/price-changes/{id}/cancel/preview': 'Rolled back',
  'POST /admin/disputes/{id}/accept/preview': 'Rolled back',
  'POST /admin/payouts/{id}/withdraw/preview': 'Rolled back',
  'POST /admin/brand/accent': 'Stores nothing',
  'POST /admin/images': 'Not shown until a text uses it, which is logged',
  'POST /admin/incidents/{id}/effects': 'Rolled back',
  'POST /admin/credits/{id}/preview': 'Only refreshes a list',
  'POST /admin/loader/uploads/': 'Becomes a release only when it is completed, which is logged',
  'HEAD /admin/loader/uploads/{id}': 'Changes nothing',
  'PATCH /admin/loader/uploads/{id}': 'Continues the caller’s own upload; its release is logged',
  'DELETE /admin/loader/uploads/{id}': 'Deletes the caller’s own upload',
  'POST /admin/mail/preview': 'Stores nothing',
  'POST /admin/texts/mails/preview': 'Stores nothing',
  'POST /admin/texts/mails/test': 'Mails the caller, and appears in the mail log',
  'POST /admin/mail/test': 'Mails the caller',
  'POST /admin/health/services/{name}/test': 'Changes nothing',
  'POST /admin/services/{name}/test': 'Changes nothing',
  'PUT /admin/services/btcpay': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/nowpayments': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/stripe': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/mail': 'Refused in test mode; server/platform/services has its entry',
  'POST /admin/services/mail/code': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/captcha': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/discord': 'Refused in test mode; server/platform/services has its entry',
  'PUT /admin/services/announcements':
    'Refused in test mode; server/platform/services has its entry',
  'DELETE /admin/services/{name}': 'Nothing to remove in test mode; services.test.ts has its entry',
  'PATCH /admin/setup': 'Refused in test mode; setup.test.ts has its entry',
  'POST /admin/setup/open': 'Refused in test mode; setup.test.ts has its entry',
}

test('logs every change by staff with the author and the values before and after', async () => {
  const changing = shop.app.endpoints
    .filter(({ path, method }) => path.startsWith('/admin') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(calls), ...Object.keys(changeNothing)].sort()).toEqual(changing.sort())
  for (const [name, prepare] of Object.entries(calls)) {
    const call = await prepare()
    const before = await lastEntry()
    const [method] = name.split(' ') as ['POST']
    const url = `/api${call.path}`
    const answer = await shop.app.inject({ method, url, ...sent(call, admin.cookie) })
    expect([name, answer.statusCode, answer.body]).toEqual([
      name,
      expect.toSatisfy((status) => status >= 200 && status < 300),
      expect.any(String),
    ])
    const entry = await lastEntry()
    expect([name, entry.id]).not.toEqual([name, before.id])
    expect([name, entry]).toMatchObject([
      name,
      { type: 'staff', details: { by: admin.username, by_uid: admin.id } },
    ])
    expect(entry.user_id, name).not.toBeNull()
    expect(JSON.stringify(entry), name).not.toMatch(/password|token|data:image/)
  }
})

test.each(['PATCH /admin/users/{uid}', 'PATCH /admin/games/{id}', 'PATCH /admin/settings/'])(
  '%s logs the values before and after',
  async (name) => {
    const call = await calls[name]!()
    const url = `/api${call.path}`
    await shop.app.inject({ method: 'PATCH', url, ...sent(call, admin.cookie) })
    const { details } = (await lastEntry()) as { details: Record<string, object> }
    const changed = Object.keys(call.payload!)
    expect(details.after).toMatchObject(call.payload!)
    expect(Object.keys(details.before!)).toEqual(changed)
    expect(details.before).not.toEqual(details.after)
  },
)

async function lastEntry() {
  const entry = await shop.db
    .selectFrom('logs')
    .select(['id', 'type', 'message', 'details', 'user_id'])
    .where('type', '=', 'staff')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return entry ?? { id: 0, type: 'none', message: '', details: {}, user_id: null }
}
