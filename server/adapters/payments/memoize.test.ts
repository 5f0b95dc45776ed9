import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoized } from './memoize.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('calls once for concurrent callers, and again when the answer is old', async () => {
  let asked = 0
  const read = memoized(60_000, async (key: string) => `${key} ${++asked}`)
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  vi.advanceTimersByTime(59_999)
  expect(await read('a')).toBe('a 1')
  vi.advanceTimersByTime(1)
  expect(await read('a')).toBe('a 3')
})

test('returns the last answer while a new call fails, and stores no failure', async () => {
  let down = true
  const read = memoized(60_000, async (_key: 'x') => {
    if (down) throw new Error('down')
    return 'answer'
  })
  await expect(read('x')).rejects.toThrow('down')
  down = false
  expect(await read('x')).toBe('answer')
  down = true
  vi.advanceTimersByTime(60_000)
  expect(await read('x')).toBe('answer')
})

test('repeats a failed call after ten seconds, not before', async () => {
  let asked = 0
  const read = memoized(60_000, async (_key: 'x') => {
    asked += 1
    if (asked > 1) throw new Error('down')
    return 'answer'
  })
  await read('x')
  vi.advanceTimersByTime(60_000)
  await read('x')
  vi.advanceTimersByTime(9_000)
  await read('x')
  expect(asked).toBe(2)
  vi.advanceTimersByTime(2_000)
  expect(await read('x')).toBe('answer')
  expect(asked).toBe(3)
})

test('bounds the number of stored answers', async () => {
  let asked = 0
  const read = memoized(60_000, async (_key: string) => ++asked)
  for (let n = 0; n < 501; n += 1) await read(`made up ${n}`)
  await read('made up 500')
  expect(asked).toBe(501)
  await read('made up 0')
  expect(asked).toBe(502)
})
