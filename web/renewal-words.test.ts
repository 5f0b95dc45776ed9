import { expect, test } from 'vitest'
import { adjectiveOf, everyOf } from './renewal-words.ts'

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
