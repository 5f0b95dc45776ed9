import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { id, months, timestamp } from '#contract/wire/wire.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { mount } from './mount.ts'

const shape = { who: 'anyone', summary: 'For this test', result: z.literal(true) } as const
const taking = endpoint({
  ...shape,
  method: 'POST',
  path: '/taking',
  body: z.strictObject({
    name: z.string().min(1).max(5).optional(),
    own: z.string('Please enter a subject').optional(),
    amount: z.number().min(1).max(9000).optional(),
    product_id: id.optional(),
    at: timestamp.optional(),
    role: z.enum(['user', 'admin']).optional(),
    months: months.optional(),
    codes: z.array(z.string()).min(1).optional(),
    key: z.string().regex(/^[a-z]+$/),
  }),
})

const shop = await fileFixture(openTestShop())
mount(shop.app, taking, async () => {})

const json = { 'content-type': 'application/json' }

test.each([
  [{ key: undefined }, 'invalid_type', 'key', 'This is required'],
  [{ name: 7 }, 'invalid_type', 'name', 'This must be a text'],
  [{ name: '' }, 'too_small', 'name', 'This is required'],
  [{ name: 'longer' }, 'too_big', 'name', 'At most 5 characters'],
  [{ own: 7 }, 'invalid_type', 'own', 'Please enter a subject'],
  [{ amount: 0 }, 'too_small', 'amount', 'At least 1'],
  [{ amount: 9001 }, 'too_big', 'amount', 'At most 9,000'],
  [{ product_id: 1.5 }, 'invalid_type', 'product_id', 'This must be a whole number'],
  [{ product_id: 0 }, 'too_small', 'product_id', 'More than 0'],
  [
    { at: 'soon' },
    'invalid_format',
    'at',
    'Enter date and time in UTC, such as 2026-11-21T09:30:00Z',
  ],
  [{ role: 'boss' }, 'invalid_value', 'role', 'This must be one of user, admin'],
  [{ months: 2 }, 'invalid_union', 'months', 'This must be one of 1, 3, 6, 12'],
  [{ codes: [] }, 'too_small', 'codes', 'At least 1 entry'],
  [{ key: 'A' }, 'invalid_format', 'key', 'This has the wrong format'],
])('%j is refused in a plain sentence', async (fault, type, field, msg) => {
  const payload = JSON.stringify({ key: 'a', ...fault })
  const answer = await shop.app.inject({ method: 'POST', url: '/taking', headers: json, payload })
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { code: 'invalid', detail: [{ type, loc: ['body', field], msg }] },
  ])
})

test('names an unknown field', async () => {
  const payload = JSON.stringify({ key: 'a', colour: 1, size: 2 })
  const answer = await shop.app.inject({ method: 'POST', url: '/taking', headers: json, payload })
  const msg = 'Unknown field: colour, size'
  expect(answer.json().detail).toEqual([{ type: 'unrecognized_keys', loc: ['body'], msg }])
})

test('every endpoint that declares a query refuses a parameter that it does not declare', async () => {
  const declared = shop.app.endpoints.filter(({ query }) => query)
  expect(declared.length).toBeGreaterThan(50)
  for (const { method, path, query } of declared) {
    const { error } = query!.safeParse({ not_declared: 'x' })
    const unknown = error?.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [],
    )
    expect(unknown, `${method} ${path}`).toEqual(['not_declared'])
  }
})

test('an endpoint without declared query parameters refuses any', async () => {
  const { cookie } = await signIn(shop.app)
  const forUsers = shop.app.endpoints.filter(
    ({ who, path, query, ignoresQuery, captcha }) =>
      (who === 'user' || who === 'anyone') &&
      !query &&
      !ignoresQuery &&
      !captcha &&
      path !== taking.path,
  )
  expect(forUsers.length).toBeGreaterThan(60)
  const msg = 'Unknown query parameter: limit. This endpoint accepts no query parameters'
  const issue = { type: 'unrecognized_keys', loc: ['query', 'limit'], msg }
  for (const { method, path } of forUsers) {
    const url = `/api${path.replace(/\{\w+\}/g, '1')}?limit=10`
    const answer = await shop.app.inject({ method: method as 'GET', url, headers: { cookie } })
    // A response to HEAD has no body.
    if (method === 'HEAD') expect(answer.statusCode, path).toBe(422)
    else expect(answer.json().detail, `${method} ${path}`).toContainEqual(issue)
  }
})

test('only the webhooks of payment providers ignore query parameters', async () => {
  const lenient = shop.app.endpoints.filter(({ ignoresQuery }) => ignoresQuery)
  const paths = ['/webhooks/btcpay', '/webhooks/nowpayments', '/webhooks/stripe']
  expect(lenient.map(({ path }) => path).sort()).toEqual(paths)
  const fields = { id: 'a', deliveryId: 'a', type: 'a', payment_id: 1, payment_status: 'a' }
  for (const path of paths) {
    const url = `/api${path}?via=proxy`
    const payload = JSON.stringify(fields)
    const answer = await shop.app.inject({ method: 'POST', url, headers: json, payload })
    expect(answer.statusCode, path).not.toBe(422)
  }
})

test('an undeclared query parameter is refused by its name', async () => {
  const { cookie } = await signIn(shop.app, { admin: true })
  const url = '/api/admin/orders/?search=oskar&limit=10'
  const answer = await shop.app.inject({ url, headers: { cookie } })
  expect(answer.statusCode).toBe(422)
  const [issue, ...others] = answer.json().detail
  expect(others).toEqual([])
  expect(issue).toMatchObject({ type: 'unrecognized_keys', loc: ['query', 'search'] })
  expect(issue.msg).toMatch(
    /^Unknown query parameter: search. This endpoint accepts only: q, .*limit, after, sort$/,
  )
})
