import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken } from './token-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const lifetime = 600_000
const patience = 60_000

/** Answers the checks in turn and repeats the last answer. An Error is a rejection. */
function keeperOf(...answers: (string | null | Error | Promise<string>)[]) {
  const solve = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer instanceof Error) throw answer
    return answer
  })
  return { solve, ...keepToken({ solve, lifetime, patience }) }
}

test('a token from an earlier check is used once', async () => {
  const { check, take, solve } = keeperOf('first', 'second')
  await check()
  expect(await take()).toBe('first')
  expect(solve).toHaveBeenCalledOnce()
  expect(await take()).toBe('second')
})

test('a request during a check waits for its token and starts no second check', async () => {
  let win = (_token: string) => {}
  const { check, take, solve } = keeperOf(new Promise<string>((resolve) => (win = resolve)))
  void check()
  const taken = take()
  void check()
  win('token')
  expect(await taken).toBe('token')
  expect(solve).toHaveBeenCalledOnce()
})

test.each([[null], [new Error('500')]])(
  'after a check that failed with %s, the next request starts a new check',
  async (failed) => {
    const { check, take } = keeperOf(failed, 'token')
    await check()
    expect(await take()).toBe('token')
  },
)

test('two simultaneous requests get different tokens', async () => {
  const { take } = keeperOf('first', 'second')
  expect(await Promise.all([take(), take()])).toEqual(['first', 'second'])
})

test('a check that fails during a request is retried once', async () => {
  const { check, take, solve } = keeperOf(new Error('429'))
  void check()
  expect(await take()).toBeNull()
  expect(solve).toHaveBeenCalledTimes(2)
})

test('an expired token is replaced, even if no timer ran', async () => {
  const { check, take } = keeperOf('old', 'new')
  await check()
  vi.setSystemTime(Date.now() + lifetime)
  expect(await take()).toBe('new')
})

test('a lost token is replaced, and a token from a manual check is used', async () => {
  const { check, keep, take, solve } = keeperOf('first', 'second')
  await check()
  keep(null)
  expect(await take()).toBe('second')
  keep('by hand')
  expect(await take()).toBe('by hand')
  expect(solve).toHaveBeenCalledTimes(2)
})

test('a check that never responds gives no token after the timeout, and the next request starts a new one', async () => {
  const never = new Promise<string>(() => {})
  const { take } = keeperOf(never, 'token')
  const taken = take()
  await vi.advanceTimersByTimeAsync(patience)
  expect(await taken).toBeNull()
  expect(await take()).toBe('token')
})
