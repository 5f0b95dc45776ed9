import { expect, test } from 'vitest'
import { type CodeTerms, codeOf, emptyDraft, isComplete } from './code-list.ts'

const draft = { ...emptyDraft(), code: 'NEW', amount: '10' }
const made = (more = {}) => codeOf({ ...draft, ...more }, 7, [])

test('a code begins now and ends 30 days later', () => {
  const { start, end } = emptyDraft()
  const days = (new Date(end).getTime() - new Date(start).getTime()) / 86_400_000
  // An hour more or less where the clocks change meanwhile.
  expect(Math.round(days)).toBe(30)
})

test('it takes a code and an amount that is not zero', () => {
  expect(
    [{}, { amount: '1.005' }, { code: ' ' }, { amount: '0' }, { amount: '' }]
      .map((more) => ({ ...draft, ...more }))
      .map(isComplete),
  ).toEqual([true, true, false, false, false])
})

test('a draft becomes a code of the product', () => {
  const limits = { maxPerCustomer: '1', minOrder: '19.5', firstOrder: true, renewals: '2' }
  expect(made({ type: 0, amount: '5.5', maxUses: '3', ...limits })).toMatchObject({
    code: 'NEW',
    gid: 7,
    type: 0,
    amount: 5.5,
    max_uses: 3,
    max_per_customer: 1,
    min_order: 19.5,
    first_order: true,
    renewals: 2,
    used_count: 0,
  })
})

test.each([
  [{ code: 'A B' }, /letters/],
  [{ amount: '101' }, /percentage/],
  [{ amount: '1.5' }, /percentage/],
  [{ type: 0, amount: '1.005' }, /at most two decimals/],
  [{ maxUses: '-1' }, /whole number/],
  [{ maxPerCustomer: '1.5' }, /per customer is a whole number/],
  [{ minOrder: '5.005' }, /minimum has at most two decimals/],
  [{ renewals: '121' }, /Renewals are a whole number/],
  [{ renewals: '1', amount: '100' }, /at most 99 percent/],
  [{ minOrder: '' }, /minimum has at most two decimals/],
  [{ end: '' }, /begins and ends/],
  [{ end: '2000-01-01T00:00' }, /after the start/],
])('%j is told: %s', (more, sentence) => {
  expect(made(more)).toMatch(sentence)
})

test('a code is in the list once', () => {
  const one = made() as CodeTerms
  expect(codeOf({ ...draft, code: one.code }, 7, [one])).toMatch(/already/)
})
