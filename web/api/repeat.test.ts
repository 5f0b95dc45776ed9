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

test('calls pause while the page is hidden and continue at once when it is visible again', () => {
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

test('a response is ignored if a later request was answered first', () => {
  const ask = inTurn()
  const [first, second, third] = [ask(), ask(), ask()]
  expect(second()).toBe(true)
  expect(first()).toBe(false)
  expect(third()).toBe(true)
})
