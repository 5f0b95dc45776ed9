// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { captcha, challengeSeconds } from '#contract/platform/captcha.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { fakeApi, refused, unreachable } from '../testing/fake-api.ts'
import { admin as me, renderPages } from '../testing/page.tsx'
import * as forgotPassword from './forgot-password.tsx'
import * as login from './login.tsx'
import * as signup from './signup.tsx'

const password = 'Password1234'
const missing = 'Please complete the ALTCHA challenge'
const failed = /^The check failed/

/** Solves each challenge at once, in the place of the widget's workers. */
const Solver = vi.hoisted(
  () =>
    class Solver {
      static broken = false
      listeners: Record<string, (event: unknown) => void> = {}
      addEventListener(name: string, listener: (event: unknown) => void) {
        this.listeners[name] = listener
      }
      postMessage({ type }: { type: string }) {
        if (type !== 'work') return
        const data = { counter: 1, derivedKey: '00', time: 1 }
        if (Solver.broken) this.listeners.error!(new Event('error'))
        else this.listeners.message!({ data })
      }
      terminate() {}
    },
)
vi.mock('altcha/workers/pbkdf2?worker', () => ({ default: Solver }))
vi.mock('altcha/workers/sha?worker', () => ({ default: Solver }))

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  // The widget reports each failure there.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  Solver.broken = false
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A shop with one customer. Each solved challenge can be used once, before it expires. */
function shop() {
  const server = fakeApi()
  let challenges = 0
  const used = new Set<string>()
  function isUsable(token: string | undefined) {
    const { nonce, expiresAt } = JSON.parse(atob(token!)).challenge.parameters
    const usable = !used.has(nonce) && expiresAt * 1000 > Date.now()
    used.add(nonce)
    return usable
  }
  function challenge() {
    challenges += 1
    const expiresAt = Math.floor(Date.now() / 1000) + challengeSeconds
    const work = {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      keyLength: 32,
      keyPrefix: '00',
      salt: '00',
    }
    const parameters = { ...work, nonce: `00${challenges}`, expiresAt }
    return { parameters, signature: 'signed' }
  }
  server.on(captcha.challenge, challenge)
  server.on(sessions.login, ({ body }) => {
    if (!isUsable(body.token)) return refused(sessions.login, 'captcha_expired')
    if (body.password !== password) return refused(sessions.login, 'wrong_credentials')
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'signed_in=1; path=/'
    return me
  })
  return {
    ...server,
    /** Breaks the next challenges. Returns a function that repairs them. */
    breakChallenges(fault: () => Response | Promise<never>, times = Infinity) {
      let left = times
      server.on(captcha.challenge, () => {
        left -= 1
        return left >= 0 ? fault() : challenge()
      })
      return () => {
        left = 0
      }
    },
  }
}

const Dashboard = () => <h1>Dashboard</h1>
const VerifyEmail = () => <h1>Verify Your Email</h1>

async function openLogin() {
  const page = await renderPages({ '/login': login, '/dashboard': Dashboard }, { user: null })
  return {
    ...page,
    async signIn(typed = password) {
      const field = screen.getByLabelText('Password')
      await page.clear(field)
      await page.clear(screen.getByLabelText('Username'))
      await page.type(screen.getByLabelText('Username'), 'ada')
      await page.type(field, typed)
      await page.submit('Sign In')
    },
    submitAgain: () => page.submit('Sign In'),
  }
}

const isSignedIn = () => screen.findByRole('heading', { name: 'Dashboard' })

const faults = {
  'fails with status 500': () => refused(captcha.challenge, 'unexpected'),
  'fails with status 429': () => refused(captcha.challenge, 'rate_limited', { seconds: 60 }),
  'does not reach the shop': unreachable,
}

for (const [how, fault] of Object.entries(faults)) {
  test(`a visitor who signs in after a challenge request that ${how} gets a new challenge`, async () => {
    shop().breakChallenges(fault, 1)
    const { signIn } = await openLogin()
    await screen.findByText(failed)
    await signIn()
    await isSignedIn()
  })

  test(`while each challenge request ${how}, the page asks to complete the check, and a later click signs in`, async () => {
    const repair = shop().breakChallenges(fault)
    const { signIn, submitAgain } = await openLogin()
    await signIn()
    await screen.findByText(missing)
    repair()
    await submitAgain()
    await isSignedIn()
  })
}

test('a challenge that never arrives times out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { breakChallenges, callsOf } = shop()
  const repair = breakChallenges(() => new Promise<never>(() => {}))
  const { signIn, submitAgain } = await openLogin()
  await vi.waitFor(() => expect(callsOf(captcha.challenge)).toHaveLength(1))
  await signIn()
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  await vi.waitFor(() => expect(callsOf(captcha.challenge)).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  await screen.findByText(missing)
  repair()
  await submitAgain()
  await isSignedIn()
})

test('a visitor who signs in after the challenge has expired gets a new challenge', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  shop()
  const { signIn } = await openLogin()
  await screen.findByText('Verified')
  await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
  await screen.findByText(/^The check has expired/)
  await signIn()
  await isSignedIn()
})

test('the correct password works after a wrong one, even if the next challenge fails', async () => {
  const { breakChallenges } = shop()
  const { signIn } = await openLogin()
  await screen.findByText('Verified')
  breakChallenges(faults['fails with status 500'], 1)
  await signIn('not the one')
  await screen.findByText(sessions.login.refusals.wrong_credentials.sentence)
  await screen.findByText(failed)
  await signIn()
  await isSignedIn()
})

test('the form waits for a check that the visitor started manually, and uses it', async () => {
  const { breakChallenges, callsOf } = shop()
  breakChallenges(faults['fails with status 500'], 1)
  const { signIn, click } = await openLogin()
  await screen.findByText(failed)
  await click(screen.getByText('I am not a robot'))
  await signIn()
  await isSignedIn()
  expect(callsOf(captcha.challenge)).toHaveLength(2)
})

test('a visitor can sign in after the worker of the widget failed', async () => {
  Solver.broken = true
  shop()
  const { signIn, submitAgain } = await openLogin()
  await signIn()
  await screen.findByText(missing)
  Solver.broken = false
  await submitAgain()
  await isSignedIn()
})

test('sign-up continues after a failed challenge', async () => {
  const server = shop()
  server.breakChallenges(faults['fails with status 500'], 1)
  server.on(sessions.signup, true)
  const pages = { '/signup': signup, '/verify-email': VerifyEmail }
  const { type, click } = await renderPages(pages, { user: null })
  await screen.findByText(failed)
  await type(screen.getByLabelText('Username'), 'grace')
  await type(screen.getByLabelText('Email'), 'grace@example.com')
  await type(screen.getByLabelText('Password'), password)
  await type(screen.getByLabelText('Confirm password'), password)
  await click(screen.getByRole('checkbox', { name: /^I accept/ }))
  await click(screen.getByRole('button', { name: 'Sign Up' }))
  await screen.findByRole('heading', { name: 'Verify Your Email' })
})

test('a request for a reset link continues after a failed challenge', async () => {
  const server = shop()
  server.breakChallenges(faults['fails with status 500'], 1)
  server.on(sessions.forgotPassword, true)
  const { type, click } = await renderPages({ '/forgot-password': forgotPassword }, { user: null })
  await screen.findByText(failed)
  await type(screen.getByLabelText('Email'), 'nobody@example.com')
  await type(screen.getByLabelText('Username'), 'nobody')
  await click(screen.getByRole('button', { name: 'Send Reset Link' }))
  await screen.findByRole('heading', { name: 'Check Your Email' })
})

test('without HTTPS, the page says what to do instead of showing the captcha', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { callsOf } = shop()
  const { signIn } = await openLogin()
  await screen.findByText(/^This page was opened without HTTPS/)
  await signIn()
  await screen.findByText(/^The captcha requires HTTPS/)
  expect(screen.queryByText('I am not a robot')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada')
  expect(callsOf(captcha.challenge)).toEqual([])
})
