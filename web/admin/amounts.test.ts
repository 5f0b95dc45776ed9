import { expect, test } from 'vitest'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { money, tooManyDecimals } from '#contract/wire/wire.ts'
import { problemOfAmount, readAmount, readCents, readPercent } from './amounts.ts'

test('an amount is read with a decimal point or comma, and any other text is no amount', () => {
  expect(['12.5', ' 12,50 ', '0', '19,99', '100000', '$5', '5 $'].map(readAmount)).toEqual([
    12.5, 12.5, 0, 19.99, 100_000, 5, 5,
  ])
  for (const text of [
    '',
    '1,200',
    '1.234,5',
    '-1',
    '-$1',
    '1e3',
    '$$5',
    '4$99',
    '12.',
    ',5',
    '1.005',
  ])
    expect([text, readAmount(text)]).toEqual([text, Number.NaN])
  expect([readCents('1,15'), readCents('x')]).toEqual([115, Number.NaN])
})

test('a percentage is a whole number, with or without its sign', () => {
  expect(['10', ' 10 % ', '10%', '0', '100'].map(readPercent)).toEqual([10, 10, 10, 0, 100])
  for (const text of ['', '%', '%10', '1.5', '-1', '$10', '1000'])
    expect([text, readPercent(text)]).toEqual([text, Number.NaN])
})

test.each([
  ['', 'Enter an amount, for example 12.50'],
  ['abc', 'Enter an amount, for example 12.50'],
  ['1e3', 'Enter an amount, for example 12.50'],
  ['12.', 'Enter an amount, for example 12.50'],
  ['-1', 'The amount cannot be negative'],
  ['−0,50', 'The amount cannot be negative'],
  ['-$5', 'The amount cannot be negative'],
  ['-1 200', 'The amount cannot be negative'],
  ['4$99', 'Enter an amount, for example 12.50'],
  ['1.2345', tooManyDecimals],
  ['0.005', tooManyDecimals],
  ['1234,567', tooManyDecimals],
  ['1,200', '“1,200” is ambiguous: enter 1200 or 1.20'],
  ['1.005', '“1.005” is ambiguous: enter 1005 or 1.00'],
  ['1,200.50', 'Enter the amount without thousands separators, for example 1200.50'],
  ['1\u{202f}200', 'Enter the amount without thousands separators, for example 1200.50'],
  ['1.234.567', 'Enter the amount without thousands separators, for example 1200.50'],
  ['10000.01', 'Enter a price from 0 to 10,000'],
  ['9999999999999', 'Enter a price from 0 to 10,000'],
  ['12,50', undefined],
])('the amount %j gets the error: %s', (text, sentence) => {
  expect(problemOfAmount(text, staffProducts.add.body.shape.price)).toEqual(sentence)
})

test('a field without its own maximum uses the maximum of all amounts', () => {
  expect(problemOfAmount('1000000000', money)).toBeUndefined()
  expect(problemOfAmount('9999999999999', money)).toMatch(/1,000,000,000/)
})
