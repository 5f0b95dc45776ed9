import { expect, test } from 'vitest'
import { adjectiveOf, everyOf, termOf, timeLeft } from './renewal-words.ts'

test('a plan is written as the interval of its renewal', () => {
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

test('a plan is written as the term that is bought', () => {
  expect(['1m', '2w', '1d', 'lifetime'].map(termOf)).toEqual([
    'a month',
    '2 weeks',
    'a day',
    'a lifetime',
  ])
})

test('expired time is not described as remaining, even if its renewal has not ended', () => {
  expect(timeLeft('2020-03-01T12:00:00Z')).toBe('your time ended on Mar 1, 2020')
  expect(timeLeft('2120-03-01T12:00:00Z')).toBe('you keep your time until Mar 1, 2120')
})
