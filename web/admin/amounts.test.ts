import { expect, test } from 'vitest'
import { readAmount, readCents } from './amounts.ts'

test('an amount is read with a point or a comma, and nothing else is one', () => {
  expect(['12.5', ' 12,50 ', '0', '19,99', '100000'].map(readAmount)).toEqual([
    12.5, 12.5, 0, 19.99, 100_000,
  ])
  for (const text of ['', '1,200', '1.234,5', '-1', '1e3', '$5', '12.', ',5', '1.005'])
    expect([text, readAmount(text)]).toEqual([text, Number.NaN])
  expect([readCents('1,15'), readCents('x')]).toEqual([115, Number.NaN])
})
