import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { captcha as contract } from '#contract/platform/captcha.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { pagePolicy } from '#server/shop/site/page-policy.ts'
import { type HostedKind, hostedCaptcha } from './hosted.ts'

const secret = 'the-secret'
const address = '203.0.113.7'
const unsolved = { status: 422, code: 'captcha_unsolved' }
const expired = { status: 422, code: 'captcha_expired' }
const unchecked = { status: 503, code: 'captcha_unavailable' }

/** The verdict of each provider for a new token that was solved on this site. */
const praise: Record<HostedKind, Record<string, unknown>> = {
  recaptcha: { hostname: 'shop.example', action: 'account', score: 0.7 },
  hcaptcha: { hostname: 'shop.example', credit: true },
  turnstile: { hostname: 'shop.example', action: 'account', cdata: '' },
}
const duplicate: Record<HostedKind, string> = {
  recaptcha: 'timeout-or-duplicate',
  hcaptcha: 'already-seen-response',
  turnstile: 'timeout-or-duplicate',
}
const kinds = Object.keys(praise) as HostedKind[]

let server: Server
let verifyUrl: string
let asked: { method: string; type: string; form: Record<string, string> }[] = []
let kind: HostedKind = 'turnstile'
let verdict: Record<string, unknown> = {}
let instead: RequestListener | undefined
const seen = new Set<string>()

/** Verifies a token by its text, like the providers do: `good…` passes once. */
function judge(form: Record<string, string>) {
  const fail = (code: string) => ({ success: false, 'error-codes': [code] })
  if (form.secret !== secret) return fail('invalid-input-secret')
  if (!form.response?.startsWith('good')) return fail('invalid-input-response')
  if (seen.has(form.response)) return fail(duplicate[kind])
  seen.add(form.response)
  return { success: true, challenge_ts: new Date().toISOString(), ...praise[kind], ...verdict }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (instead) return instead(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    asked.push({ method: request.method!, type: request.headers['content-type']!, form })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(judge(form)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  asked = []
  verdict = {}
  instead = undefined
})

function open(which: HostedKind, options: { secretKey?: string; timeoutMs?: number } = {}) {
  kind = which
  return hostedCaptcha({
    kind: which,
    siteKey: 'the-site',
    secretKey: secret,
    minScore: 0.5,
    siteUrl: 'https://shop.example',
    verifyUrl,
    ...options,
  })
}

let tokens = 0
const fresh = () => `good ${++tokens}&=`

test.each(kinds)('calls %s with its parameters and accepts a token once', async (which) => {
  const captcha = open(which)
  const token = fresh()
  await captcha.check(token, address)
  const form: Record<string, string> = { secret, response: token, remoteip: address }
  if (which === 'hcaptcha') form.sitekey = 'the-site'
  expect(asked).toEqual([
    { method: 'POST', type: 'application/x-www-form-urlencoded;charset=UTF-8', form },
  ])
  await expect(captcha.check(token, address)).rejects.toMatchObject(expired)
  await expect(captcha.check('bad', address)).rejects.toMatchObject(unsolved)
  expect(captcha.page).toEqual({ kind: which, siteKey: 'the-site' })
})

test.each(kinds)('refuses a token of %s from another site', async (which) => {
  const captcha = open(which)
  for (const hostname of ['evil.example', 'testkey.google.com', undefined]) {
    verdict = { hostname }
    await expect(captcha.check(fresh(), address)).rejects.toMatchObject(unsolved)
  }
})

test.each(['recaptcha', 'turnstile'] as const)(
  'refuses a token of %s for another action',
  async (which) => {
    const captcha = open(which)
    for (const action of ['vote', undefined]) {
      verdict = { action }
      await expect(captcha.check(fresh(), address)).rejects.toMatchObject(unsolved)
    }
  },
)

test('refuses a reCAPTCHA score that is too low', async () => {
  const captcha = open('recaptcha')
  verdict = { score: 0.5 }
  await captcha.check(fresh(), address)
  for (const score of [0.4, undefined]) {
    verdict = { score }
    await expect(captcha.check(fresh(), address)).rejects.toMatchObject(unsolved)
  }
})

test('does not call Turnstile for a malformed token', async () => {
  await expect(open('turnstile').check('x'.repeat(2049), address)).rejects.toMatchObject(unsolved)
  expect(asked).toEqual([])
})

const broken: Record<string, RequestListener> = {
  'a 500': (_, response) => void response.writeHead(500).end('{"success":true}'),
  'what is no JSON': (_, response) => void response.end('<html>'),
  'what is no verdict': (_, response) => void response.end('{"ok":true}'),
  'a way elsewhere': (_, response) => void response.writeHead(302, { location: '/' }).end(),
  'a broken connection': (request) => void request.socket.destroy(),
  nothing: () => {},
}
test.each(Object.keys(broken))('nobody gets in when the answer is %s', async (name) => {
  instead = broken[name]
  for (const which of kinds) {
    const captcha = open(which, { timeoutMs: 100 })
    await expect(captcha.check(fresh(), address)).rejects.toMatchObject(unchecked)
  }
})

test.each(kinds)('reports a wrong key of %s to the operator', async (which) => {
  const refusal = await open(which, { secretKey: 'wrong' })
    .check(fresh(), address)
    .catch((error) => error)
  expect(refusal).toMatchObject(unchecked)
  expect(refusal.cause.message).toContain('invalid-input-secret')
})

test('a shop with Turnstile verifies with it and offers no challenge of its own', async () => {
  const test = await openTestShop()
  try {
    test.shop.captcha = open('turnstile')
    expect((await test.call(contract.challenge, {})).status).toBe(404)
    const body = { username: 'mara', password: 'Nightfall7' }
    const tried = await test.call(sessions.login, { body: { ...body, token: 'bad' } })
    expect(tried.status).toBe(422)
    expect(tried.code).toBe(unsolved.code)
    instead = broken['a 500']
    const failed = await test.call(sessions.login, { body: { ...body, token: fresh() } })
    expect([failed.status, failed.code]).toEqual([503, unchecked.code])
    instead = undefined
    const passed = await test.call(sessions.login, { body: { ...body, token: fresh() } })
    expect([passed.status, passed.code]).toEqual([401, 'wrong_credentials'])
    const policy = pagePolicy(test.shop, null, '')
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;')
  } finally {
    await test.close()
  }
})
