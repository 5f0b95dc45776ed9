import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn, repeat } from './repeat.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a hidden page waits, one that is seen again asks at once', () => {
  const call = vi.fn()
  const stop = repeat(call, 1000)
  vi.advanceTimersByTime(2000)
  expect(call).toHaveBeenCalledTimes(2)
  show('hidden')
  vi.advanceTimersByTime(5000)
  expect(call).toHaveBeenCalledTimes(2)
  show('visible')
  expect(call).toHaveBeenCalledTimes(3)
  stop()
  vi.advanceTimersByTime(5000)
  show('visible')
  expect(call).toHaveBeenCalledTimes(3)
})

test('an answer that a later one has overtaken is no news', () => {
  const ask = inTurn()
  const [first, second, third] = [ask(), ask(), ask()]
  expect(second()).toBe(true)
  expect(first()).toBe(false)
  expect(third()).toBe(true)
})
