import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'

test('changes are listed field by field, in any stored order', () => {
  const [before, after] = [
    { role: 'user', banned: false },
    { banned: true, role: 'support' },
  ]
  const told = ['reason: Chargeback', 'banned: no → yes', 'role: user → support', 'by: mara']
  expect(
    factsOf({ by: 'mara', after, by_uid: 7, before, revision: 3, reason: 'Chargeback' }),
  ).toEqual(told)
})

test('times are written with units, and a value without a counterpart is shown alone', () => {
  expect(factsOf({ down_s: 94 })).toEqual(['down for: 1 minute 34 seconds'])
  expect(factsOf({ before: { seconds_left: 90_000 }, after: { seconds_left: 0 } })).toEqual([
    'time left: 1 day 1 hour → 0 seconds',
  ])
  expect(factsOf({ before: 10, after: 0 })).toEqual(['10 → 0'])
  expect(factsOf({ after: { price: 9.5, name: 'Tonnage' }, before: {} })).toEqual([
    'name: none → Tonnage',
    'price: none → $9.50',
  ])
  expect(factsOf({ after: { title: 'New', image: null } })).toEqual(['image: none', 'title: New'])
  expect(factsOf({ before: { refundable: 29.99 }, after: { refundable: 24.99 } })).toEqual([
    'refundable: $29.99 → $24.99',
  ])
  expect(factsOf({ total: 19.99, before: 'waiting' })).toEqual(['before: waiting', 'total: $19.99'])
})

test('lists and groups are shown as text, not as JSON', () => {
  expect(factsOf({ codes: [{ code: 'TEN', percent: 10 }], list: [] })).toEqual([
    'codes: code TEN, percent 10',
    'list: none',
  ])
})
