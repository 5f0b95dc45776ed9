import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const staffOnce = async (now: object) => {
  const { user, cookie } = await signIn(shop.app, { admin: true })
  await shop.db.updateTable('users').set(now).where('id', '=', user.id).execute()
  return cookie
}
/** Their sessions were valid until this change. */
const gone = {
  banned: await staffOnce({ banned: true }),
  deleted: await staffOnce({ deleted_at: new Date() }),
}
const cookies = {
  anonymous: undefined,
  customer: (await signIn(shop.app)).cookie,
  support: (await signIn(shop.app, { support: true })).cookie,
  admin: (await signIn(shop.app, { admin: true })).cookie,
}

/** Only administrators change the shop or what a customer owns. Every endpoint must be listed. */
const table: Record<string, 'staff' | 'admin'> = {
  'GET /admin/tickets/': 'staff',
  'GET /admin/tickets/stats': 'staff',
  'POST /admin/games/{id}/price-changes/preview': 'admin',
  'GET /admin/games/{id}/price-changes': 'admin',
  'POST /admin/games/{id}/price-changes': 'admin',
  'POST /admin/price-changes/{id}/cancel': 'admin',
  'POST /admin/price-changes/{id}/cancel/preview': 'admin',
  'GET /admin/disputes/': 'staff',
  'GET /admin/disputes/{id}': 'staff',
  'PATCH /admin/disputes/{id}/evidence': 'admin',
  'POST /admin/disputes/{id}/submit': 'admin',
  'POST /admin/disputes/{id}/accept': 'admin',
  'POST /admin/disputes/{id}/accept/preview': 'admin',
  'GET /admin/waiting': 'staff',
  'GET /admin/orders/waiting': 'staff',
  'GET /admin/tickets/{id}': 'staff',
  'GET /admin/tickets/{id}/customer': 'staff',
  'GET /admin/tickets/{id}/replies': 'staff',
  'POST /admin/tickets/{id}/replies': 'staff',
  'GET /admin/canned-replies/': 'staff',
  'POST /admin/canned-replies/': 'admin',
  'PATCH /admin/canned-replies/{id}': 'admin',
  'DELETE /admin/canned-replies/{id}': 'admin',
  'GET /admin/tickets/{id}/notes': 'staff',
  'POST /admin/tickets/{id}/notes': 'staff',
  'PATCH /admin/tickets/{id}/notes/{note}': 'staff',
  'DELETE /admin/tickets/{id}/notes/{note}': 'staff',
  'PATCH /admin/tickets/{id}/status': 'staff',
  'PATCH /admin/tickets/{id}/assign': 'admin',
  'GET /admin/logs/': 'staff',
  'GET /admin/logs/sources': 'staff',
  'GET /admin/logs/export': 'staff',
  'GET /admin/games/': 'admin',
  'POST /admin/games/': 'admin',
  'GET /admin/games/{id}': 'admin',
  'PATCH /admin/games/{id}': 'admin',
  'DELETE /admin/games/{id}': 'admin',
  'GET /admin/discounts/': 'admin',
  'GET /admin/discounts/export': 'admin',
  'GET /admin/discounts/game/{id}': 'admin',
  'POST /admin/discounts/batch': 'admin',
  'DELETE /admin/discounts/batch': 'admin',
  'POST /admin/preview': 'admin',
  'POST /admin/images': 'admin',
  'GET /admin/blogs/': 'admin',
  'POST /admin/blogs/': 'admin',
  'GET /admin/blogs/{id}': 'admin',
  'PUT /admin/blogs/{id}': 'admin',
  'DELETE /admin/blogs/{id}': 'admin',
  'GET /admin/loader/uploads/': 'admin',
  'POST /admin/loader/uploads/': 'admin',
  'HEAD /admin/loader/uploads/{id}': 'admin',
  'PATCH /admin/loader/uploads/{id}': 'admin',
  'DELETE /admin/loader/uploads/{id}': 'admin',
  'GET /admin/loader/releases/': 'admin',
  'POST /admin/loader/releases/': 'admin',
  'PATCH /admin/loader/releases/{id}': 'admin',
  'GET /admin/loader/releases/{id}/effects': 'admin',
  'POST /admin/loader/releases/{id}/promote': 'admin',
  'POST /admin/loader/releases/{id}/roll-back': 'admin',
  'GET /admin/loader/revocations/': 'admin',
  'POST /admin/loader/revocations/': 'admin',
  'GET /admin/loader/revocations/effects': 'admin',
  'GET /admin/loader/revocations/{id}/effects': 'admin',
  'POST /admin/loader/revocations/{id}/undo': 'admin',
  'GET /admin/loader/builds/': 'admin',
  'POST /admin/loader/builds/{id}/retry': 'admin',
  'POST /admin/loader/builds/retry': 'admin',
  'GET /admin/loader/evidence/': 'admin',
  'GET /admin/loader/evidence/{id}/file': 'admin',
  'DELETE /admin/loader/evidence/{id}': 'admin',
  'POST /admin/loader/traces/': 'admin',
  'POST /admin/loader/traces/file': 'admin',
  'GET /admin/modules/': 'admin',
  'POST /admin/modules/': 'admin',
  'PATCH /admin/modules/{repo}': 'admin',
  'PUT /admin/modules/order': 'admin',
  'DELETE /admin/modules/{repo}': 'admin',
  'GET /admin/incidents/': 'admin',
  'POST /admin/incidents/': 'admin',
  'GET /admin/incidents/{id}': 'admin',
  'PATCH /admin/incidents/{id}': 'admin',
  'POST /admin/incidents/{id}/effects': 'admin',
  'POST /admin/incidents/{id}/updates': 'admin',
  'GET /admin/incidents/{id}/close': 'admin',
  'POST /admin/incidents/{id}/close': 'admin',
  'GET /admin/credits/': 'staff',
  'POST /admin/credits/': 'admin',
  'GET /admin/credits/products': 'staff',
  'GET /admin/credits/{id}': 'staff',
  'GET /admin/credits/{id}/export': 'staff',
  'POST /admin/credits/{id}/preview': 'admin',
  'POST /admin/credits/{id}/confirm': 'admin',
  'POST /admin/credits/{id}/drop': 'admin',
  'POST /admin/credits/{id}/undo': 'admin',
  'GET /admin/credits/policies': 'staff',
  'PATCH /admin/credits/policies/{id}': 'admin',
  'GET /admin/api-keys/': 'admin',
  'POST /admin/api-keys/': 'admin',
  'DELETE /admin/api-keys/{id}': 'admin',
  'GET /admin/mails/': 'staff',
  'POST /admin/mails/{id}/resend': 'staff',
  'GET /admin/': 'staff',
  'GET /admin/charts': 'staff',
  'GET /admin/users/': 'staff',
  'POST /admin/users/': 'admin',
  'GET /admin/users/{uid}': 'staff',
  'PATCH /admin/users/{uid}': 'admin',
  'DELETE /admin/users/{uid}': 'admin',
  'POST /admin/users/{uid}/removal/preview': 'admin',
  'DELETE /admin/users/{uid}/second_factor': 'admin',
  'DELETE /admin/users/{uid}/sessions': 'admin',
  'GET /admin/users/{uid}/discord': 'staff',
  'GET /admin/users/{uid}/subscriptions': 'staff',
  'GET /admin/users/{uid}/orders': 'staff',
  'GET /admin/users/{uid}/infractions': 'staff',
  'DELETE /admin/users/{uid}/infractions': 'admin',
  'POST /admin/users/{uid}/infractions': 'admin',
  'DELETE /admin/users/{uid}/hwid': 'staff',
  'GET /admin/users/{uid}/devices': 'staff',
  'GET /admin/users/{uid}/devices/history': 'staff',
  'DELETE /admin/users/{uid}/devices/{id}': 'staff',
  'DELETE /admin/users/{uid}/devices/cooldown': 'staff',
  'GET /admin/subscriptions/products': 'staff',
  'POST /admin/subscriptions/{uid}': 'staff',
  'POST /admin/subscriptions/{uid}/preview': 'staff',
  'POST /admin/subscriptions/{uid}/gifts/{gift}/preview': 'staff',
  'DELETE /admin/subscriptions/{uid}/gifts/{gift}': 'staff',
  'DELETE /admin/subscriptions/{uid}/pause': 'staff',
  'DELETE /admin/subscriptions/{uid}': 'admin',
  'GET /admin/orders/': 'staff',
  'GET /admin/orders/export': 'staff',
  'GET /admin/orders/{id}': 'staff',
  'POST /admin/orders/{id}/ask': 'staff',
  'POST /admin/orders/{id}/reviewed': 'staff',
  'POST /admin/orders/{id}/refunds/preview': 'staff',
  'POST /admin/orders/{id}/refunds': 'staff',
  'POST /admin/orders/{id}/refunds/{refund}/looked': 'staff',
  'GET /admin/orders/{id}/payouts': 'staff',
  'POST /admin/orders/{id}/payouts': 'staff',
  'POST /admin/orders/{id}/payouts/rest': 'admin',
  'GET /admin/payouts/{id}/effects': 'staff',
  'POST /admin/payouts/{id}/withdraw': 'staff',
  'POST /admin/payouts/{id}/withdraw/preview': 'staff',
  'POST /admin/payouts/{id}/approve': 'admin',
  'POST /admin/payouts/{id}/claim': 'admin',
  'POST /admin/payouts/{id}/release': 'admin',
  'POST /admin/payouts/{id}/sent': 'admin',
  'POST /admin/payouts/{id}/done': 'admin',
  'GET /admin/documents/': 'staff',
  'GET /admin/documents/{number}': 'staff',
  'GET /admin/documents/journal': 'admin',
  'GET /admin/documents/taxes': 'admin',
  'GET /admin/documents/archive': 'admin',
  'GET /admin/search': 'staff',
  'GET /admin/settings/': 'admin',
  'GET /admin/settings/closed': 'staff',
  'PATCH /admin/settings/': 'admin',
  'GET /admin/brand': 'admin',
  'PATCH /admin/brand': 'admin',
  'POST /admin/brand/accent': 'admin',
  'GET /admin/texts/': 'admin',
  'PUT /admin/texts/': 'admin',
  'PUT /admin/texts/mails/': 'admin',
  'GET /admin/texts/{name}': 'admin',
  'GET /admin/texts/{name}/versions': 'admin',
  'GET /admin/texts/{name}/preview': 'admin',
  'DELETE /admin/texts/{name}/draft': 'admin',
  'POST /admin/texts/{name}/roll-back': 'admin',
  'POST /admin/texts/mails/preview': 'admin',
  'POST /admin/texts/mails/test': 'admin',
  'GET /admin/setup': 'admin',
  'GET /admin/setup/missing': 'admin',
  'GET /admin/health': 'admin',
  'GET /admin/services': 'admin',
  'PUT /admin/services/nowpayments': 'admin',
  'PUT /admin/services/btcpay': 'admin',
  'PUT /admin/services/stripe': 'admin',
  'PUT /admin/services/mail': 'admin',
  'POST /admin/services/mail/code': 'admin',
  'PUT /admin/services/discord': 'admin',
  'PUT /admin/services/captcha': 'admin',
  'PUT /admin/services/announcements': 'admin',
  'POST /admin/services/{name}/test': 'admin',
  'DELETE /admin/services/{name}': 'admin',
  'GET /admin/health/mail-domain': 'admin',
  'POST /admin/health/services/{name}/test': 'admin',
  'GET /admin/health/jobs': 'admin',
  'POST /admin/health/jobs/{id}/retry': 'admin',
  'DELETE /admin/health/jobs/{id}': 'admin',
  'PATCH /admin/setup': 'admin',
  'POST /admin/setup/open': 'admin',
  'GET /admin/mail/groups': 'admin',
  'POST /admin/mail/preview': 'admin',
  'POST /admin/mail/test': 'admin',
  'POST /admin/mail/': 'admin',
  'GET /admin/mail/campaigns': 'admin',
  'GET /admin/mail/campaigns/{id}': 'admin',
  'GET /admin/mail/campaigns/{id}/recipients': 'admin',
  'POST /admin/mail/campaigns/{id}/pause': 'admin',
  'POST /admin/mail/campaigns/{id}/resume': 'admin',
  'POST /admin/mail/campaigns/{id}/cancel': 'admin',
  'POST /admin/mail/campaigns/{id}/retry': 'admin',
  'GET /admin/mail/suppressions': 'admin',
  'POST /admin/mail/suppressions': 'admin',
  'DELETE /admin/mail/suppressions': 'admin',
}

/** Endpoints that need no sign-in. A new public endpoint must be added here. */
const open = [
  'POST /login',
  'POST /logout',
  'POST /signup',
  'POST /user/verify_email',
  'POST /user/resend_verification',
  'POST /user/forgot_password',
  'POST /user/reset_password',
  'GET /captcha/challenge',
  'GET /games',
  'GET /games/{id}',
  'GET /games/{id}/changelog',
  'POST /payment/quote',
  'GET /crypto/available_currencies',
  'GET /crypto/estimated_price',
  'POST /webhooks/stripe',
  'POST /webhooks/nowpayments',
  'POST /webhooks/btcpay',
  'GET /discounts/{code}',
  'GET /loader/public-key',
  'POST /loader/v1/pair',
  'POST /loader/v1/token',
  'GET /loader/v1/keys',
  'GET /loader/v1/files/{token}',
  'GET /blogs/',
  'GET /blogs/latest',
  'GET /blogs/{id}',
  'GET /status/',
  'GET /status/incidents',
  'GET /status/history',
  'GET /status/products',
  'GET /status/releases',
  'POST /payouts/read',
  'POST /payouts/address',
  'POST /payouts/confirm',
  'POST /renewals/link',
  'POST /renewals/link/stop',
  'POST /unsubscribe/preference',
  'POST /unsubscribe',
  'POST /resubscribe',
  'GET /brand/hero',
  'GET /texts/landing',
  'GET /texts/faq',
  'GET /texts/promotion',
  'GET /legal/{name}',
  'GET /legal/{name}/{version}',
  'POST /setup/link',
  'POST /setup/administrator',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('the table names every call of the back-office and no other', () => {
  const calls = shop.app.endpoints.filter(({ path }) => path.startsWith('/admin'))
  expect(calls.map(nameOf).sort()).toEqual(Object.keys(table).sort())
})

test('lists every other call for staff only', () => {
  const others = shop.app.endpoints.filter(
    ({ path, who }) => !path.startsWith('/admin') && who === 'staff',
  )
  expect(others.map(nameOf)).toEqual([])
})

test.each(Object.entries(table))('%s is for %s', async (name, access) => {
  const refused = { anonymous: 401, customer: 403, ...(access === 'admin' && { support: 403 }) }
  for (const [role, cookie] of Object.entries(cookies)) {
    const status = await knock(name, cookie)
    const expected = refused[role as keyof typeof refused]
    if (expected) expect([role, status]).toEqual([role, expected])
    else expect([401, 403], `${role} got ${status}`).not.toContain(status)
  }
})

test('only the intended calls are public', () => {
  const anyone = shop.app.endpoints.filter(({ who }) => who === 'anyone')
  expect(anyone.map(nameOf).sort()).toEqual(open.toSorted())
})

test('every other call refuses anonymous, banned and deleted users, and API keys refuse sessions', async () => {
  for (const endpoint of shop.app.endpoints.filter(({ who }) => who !== 'anyone')) {
    const isProgram = endpoint.who === 'key' || endpoint.who === 'loader'
    const callers = { anonymous: undefined, ...gone, ...(isProgram && cookies) }
    for (const [role, cookie] of Object.entries(callers)) {
      const status = await knock(nameOf(endpoint), cookie)
      expect([nameOf(endpoint), role, status]).toEqual([nameOf(endpoint), role, 401])
    }
  }
})

/** Empty, and for an object that does not exist: access is checked before either matters. */
async function knock(name: string, cookie: string | undefined) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH', string]
  const { statusCode } = await shop.app.inject({
    method,
    url: `/api${path.replace(/\{\w+\}/g, '999999')}`,
    headers: cookie ? { cookie } : {},
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  return statusCode
}
