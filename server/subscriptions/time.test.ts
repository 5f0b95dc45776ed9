import { expect, test } from 'vitest'
import { months } from '#contract/wire.ts'
import { monthsToDays, monthsToSeconds } from './time.ts'

test('every term that is sold has its days and seconds', () => {
  const table = months.options.map(({ value }) => [
    value,
    monthsToDays(value),
    monthsToSeconds(value),
  ])
  expect(table).toEqual([
    [1, 30, 2_592_000],
    [3, 90, 7_776_000],
    [6, 180, 15_552_000],
    [12, 365, 31_536_000],
  ])
})
