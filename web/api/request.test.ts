import { expect, test } from 'vitest'
import { discounts } from '#contract/catalogue/discounts.ts'
import { products } from '#contract/catalogue/products.ts'
import type { payments } from '#contract/selling/payments.ts'
import { ApiError } from './error.ts'
import { call, type Fetch } from './request.ts'

/** Responds with the body and records the requests. */
function server(status: number, body: string) {
  const asked: { path: string; init: RequestInit }[] = []
  const fetch: Fetch = async (path, init) => {
    asked.push({ path, init })
    return new Response(body, { status })
  }
  return { fetch, asked }
}

test('params are escaped into the path, followed by the query', async () => {
  const { fetch, asked } = server(200, '{}')
  const input = { params: { code: 'A/B?' }, query: { game_id: '7', term_length: '3' as const } }
  await call(fetch, discounts.check, input)
  expect(asked[0]!.path).toBe('/discounts/A%2FB%3F?game_id=7&term_length=3')
  expect(asked[0]!.init.body).toBeUndefined()
})

test('a body is sent as JSON', async () => {
  const { fetch, asked } = server(200, '{"total":1}')
  const wire = { method: 'POST', path: '/payment/quote' } as const
  const body = { items: [{ id: 1, term_length: 3 as const }] }
  expect(await call<typeof payments.quote>(fetch, wire, { body })).toEqual({ total: 1 })
  expect(JSON.parse(String(asked[0]!.init.body))).toEqual(body)
  expect(new Headers(asked[0]!.init.headers).get('content-type')).toBe('application/json')
})

test('the error has the message of the server', async () => {
  const { fetch } = server(404, '{"code":"unknown_product","detail":"Product not found"}')
  await expect(call(fetch, products.get, { params: { id: '9' } })).rejects.toMatchObject({
    status: 404,
    code: 'unknown_product',
    message: 'Product not found',
  })
})

test('each validation error is a line of the message and is listed by its field', async () => {
  const detail = [
    { type: 'too_small', loc: ['body', 'username'], msg: 'Too short' },
    { type: 'invalid_type', loc: ['body', 'items', 0, 'id'], msg: 'Expected number' },
    { type: 'custom', loc: ['body', 'username'], msg: 'Second' },
  ]
  const { fetch } = server(422, JSON.stringify({ code: 'invalid', detail }))
  const error = await call(fetch, products.list, undefined).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.code).toBe('invalid')
  expect(error.message).toBe(
    'Error: too_small, Info: Too short\nError: invalid_type, Info: Expected number\nError: custom, Info: Second',
  )
  expect(error.fields).toEqual({ username: 'Too short', 'items.0.id': 'Expected number' })
})

test('a response without the error envelope becomes an error with a default message', async () => {
  const { fetch } = server(502, '<html>Bad gateway</html>')
  await expect(call(fetch, products.list, undefined)).rejects.toMatchObject({
    status: 502,
    code: 'unknown',
    message: expect.stringMatching(/try again/),
  })
})

test('an unreachable server gives an ApiError with status 0', async () => {
  const fetch: Fetch = () => Promise.reject(new TypeError('failed'))
  await expect(call(fetch, products.list, undefined)).rejects.toMatchObject({
    status: 0,
    code: 'unreachable',
  })
})
