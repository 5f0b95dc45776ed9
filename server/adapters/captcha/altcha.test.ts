import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { captcha as contract } from '#contract/platform/captcha.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { captchaToken, solveCaptcha } from '#server/kernel/testing/captcha.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { altchaCaptcha } from './altcha.ts'
import type { Captcha } from './captcha.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let captcha: Captcha
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 4)
  captcha = await altchaCaptcha(db, { work: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const challenge = () => captcha.challenge() as Promise<unknown> as Promise<Challenge>
const check = (token: string) => captcha.check(token, '127.0.0.1')
const unsolved = { status: 422, code: 'captcha_unsolved' }
const expired = { status: 422, code: 'captcha_expired' }

test('accepts a solved challenge once, also in concurrent requests', async () => {
  const token = await captchaToken(await challenge())
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => check(token)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(check(token)).rejects.toMatchObject(expired)
})

test('accepts challenges of another process on the same database', async () => {
  const [other, third] = await Promise.all([
    altchaCaptcha(db, { work: 1 }),
    altchaCaptcha(db, { work: 1 }),
  ])
  await third.check(await captchaToken((await other.challenge()) as never), '127.0.0.1')
  await check(await captchaToken((await other.challenge()) as never))
})

test('refuses a challenge after ten minutes', async () => {
  const token = await captchaToken(await challenge())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
  try {
    await expect(check(token)).rejects.toMatchObject(expired)
  } finally {
    vi.useRealTimers()
  }
  await check(token)
})

test('refuses a solved challenge that was changed', async () => {
  const token = await captchaToken(await challenge())
  const { challenge: solved, solution } = JSON.parse(atob(token))
  const changes = [
    { expiresAt: solved.parameters.expiresAt + 60 },
    { nonce: '0'.repeat(32) },
    { cost: 1 },
    { extra: true },
  ]
  for (const change of changes) {
    const changed = { ...solved, parameters: { ...solved.parameters, ...change } }
    const forged = btoa(JSON.stringify({ challenge: changed, solution }))
    await expect(check(forged)).rejects.toMatchObject(unsolved)
  }
  await check(token)
})

test('refuses a guessed solution and malformed tokens', async () => {
  const { parameters, signature } = await challenge()
  const guess = (solution: unknown) =>
    btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
  const tokens = [
    guess({ counter: 1, derivedKey: '0'.repeat(64) }),
    guess({ counter: 1, derivedKey: parameters.keyPrefix }),
    guess({ counter: '1', derivedKey: 'zz' }),
    guess(null),
    btoa(JSON.stringify({ challenge: { parameters }, solution: {} })),
    btoa('{}'),
    btoa('null'),
    btoa('not json'),
    'not base64!',
    '',
    'undefined',
    `${'['.repeat(4000)}`,
    btoa('['.repeat(6000)),
  ]
  for (const token of tokens) await expect(check(token)).rejects.toMatchObject(unsolved)
})

test('the endpoint returns challenges that the verifier accepts', async () => {
  const shop = await openTestShop()
  try {
    const { body, response } = await shop.call(contract.challenge, {})
    expect(body).toMatchObject({ parameters: { algorithm: 'PBKDF2/SHA-256' } })
    expect(response.headers['cache-control']).toBe('no-store')
    await shop.shop.captcha.check(await solveCaptcha(shop.app), '127.0.0.1')
  } finally {
    await shop.close()
  }
})
