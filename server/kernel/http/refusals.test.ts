import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals, refusalsOf } from '#contract/wire/refusals.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { Refusal } from './errors.ts'
import { mount } from './mount.ts'

const declared = refusals({
  taken: [409, 'The code {code} already exists'],
  away: [502, 'The provider cannot be reached'],
})
const stranger = refusals({ stranger: [409, 'Nobody declared this'] }).stranger

const shape = { who: 'anyone', summary: 'Refuses', result: z.literal(true) } as const
const refusing = endpoint({ ...shape, method: 'GET', path: '/refusing', refusals: declared })
const wrongField = endpoint({
  ...shape,
  method: 'POST',
  path: '/wrong-field',
  body: z.object({ name: z.string() }),
  refusals: declared,
})
const bodiless = endpoint({ ...shape, method: 'DELETE', path: '/bodiless/{id}' })
const removing = endpoint({
  ...shape,
  method: 'DELETE',
  path: '/removing',
  body: z.object({ name: z.string() }),
})
const undeclared = endpoint({ ...shape, method: 'GET', path: '/undeclared', refusals: declared })

const shop = await fileFixture(openTestShop())
mount(shop.app, refusing, () => {
  throw new Refusal(declared.away, { cause: new Error('ECONNREFUSED 10.0.0.7') })
})
mount(shop.app, wrongField, () => {
  throw new Refusal(declared.taken, { values: { code: 'SUMMER' }, loc: ['body', 'name'] })
})
mount(shop.app, bodiless, async () => {})
mount(shop.app, removing, async () => {})
mount(shop.app, undeclared, () => {
  throw new Refusal(stranger)
})

const post = (payload: string, headers: Record<string, string> = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/wrong-field',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('a refusal is sent with its code, status and sentence, and keeps its cause', async () => {
  const answer = await shop.app.inject('/refusing')
  expect([answer.statusCode, answer.json()]).toEqual([
    502,
    { code: 'away', detail: 'The provider cannot be reached' },
  ])
})

test('a refusal of a field names the field and fills its values into the sentence', async () => {
  const answer = await post('{"name":"x"}')
  const msg = 'The code SUMMER already exists'
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { code: 'taken', detail: [{ type: 'refused', loc: ['body', 'name'], msg }] },
  ])
})

test('an endpoint that refuses with an undeclared code fails', async () => {
  const answer = await shop.app.inject('/undeclared')
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { code: 'unexpected', detail: expect.any(String), request_id: expect.any(String) },
  ])
  // The place of the failure is only for the operator.
  expect(answer.body).not.toMatch(/\.ts|\n/)
})

test.each([
  ['that does not fit', '{}', {}, 422, 'invalid'],
  ['that is no JSON', '{', {}, 400, 'invalid_json'],
  ['that is empty', '', {}, 400, 'empty_body'],
  ['of another type', 'a', { 'content-type': 'text/csv' }, 415, 'unsupported_type'],
  ['that is too large', JSON.stringify({ name: 'x'.repeat(300_000) }), {}, 413, 'too_large'],
  ['from another site', '{}', { origin: 'https://evil.example' }, 403, 'other_site'],
])('a request %s has a code', async (_what, payload, headers, status, code) => {
  const answer = await post(payload, headers)
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})

test('a content type without a body counts as no body where none is declared', async () => {
  const sent = (url: string, length?: string) =>
    shop.app.inject({
      method: 'DELETE',
      url,
      headers: { 'content-type': 'application/json', ...(length && { 'content-length': length }) },
    })
  expect((await sent('/bodiless/7')).statusCode).toBe(200)
  expect((await sent('/bodiless/7', '0')).statusCode).toBe(200)
  const refused = await sent('/removing')
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'empty_body'])
})

test.each([
  ['GET', '/api/nothing', 404, 'not_found'],
  ['POST', '/api/nothing', 404, 'not_found'],
  ['GET', '/api/games/%zz', 400, 'bad_request'],
] as const)('%s %s is refused in the error format', async (method, url, status, code) => {
  const answer = await shop.app.inject({ method, url })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    status,
    { code, detail: expect.any(String) },
  ])
})

test('a code has one meaning in the whole API', async () => {
  await shop.app.ready()
  const meanings = new Map<string, string>()
  for (const one of shop.app.endpoints.flatMap(refusalsOf)) {
    const meaning = `${one.status} ${one.sentence}`
    expect(one.code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect([one.code, meanings.get(one.code) ?? meaning]).toEqual([one.code, meaning])
    meanings.set(one.code, meaning)
  }
})
