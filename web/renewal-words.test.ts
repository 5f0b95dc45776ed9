import { expect, test } from 'vitest'
import { adjectiveOf, everyOf, termOf, timeLeft } from './renewal-words.ts'

test('a term is said as how often it renews', () => {
  expect(['1m', '3m', '2w', '1d'].map(everyOf)).toEqual([
    'every month',
    'every 3 months',
    'every 2 weeks',
    'every day',
  ])
  expect(['1m', '3m', '2w', '12m'].map(adjectiveOf)).toEqual([
    'monthly',
    '3-month',
    '2-week',
    'yearly',
  ])
})

test('a term is said as what is bought', () => {
  expect(['1m', '2w', '1d', 'lifetime'].map(termOf)).toEqual([
    'a month',
    '2 weeks',
    'a day',
    'a lifetime',
  ])
})

test('time that ended before its renewal did is not said to stay', () => {
  expect(timeLeft('2020-03-01T12:00:00Z')).toBe('your time ended on Mar 1, 2020')
  expect(timeLeft('2120-03-01T12:00:00Z')).toBe('your time stays until Mar 1, 2120')
})
