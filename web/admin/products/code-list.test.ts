import { expect, test } from 'vitest'
import { codeOf, emptyDraft, faultsOfCode, isBlank, isComplete } from './code-list.ts'

const draft = { ...emptyDraft(), code: 'NEW', amount: '10' }
const faults = (more = {}) => faultsOfCode({ ...draft, ...more }, [])

test('a new discount code starts now and ends 30 days later', () => {
  const { start, end } = emptyDraft()
  const days = (new Date(end).getTime() - new Date(start).getTime()) / 86_400_000
  // The difference may be an hour off if the clocks change in between.
  expect(Math.round(days)).toBe(30)
})

test('a draft is blank until a field changes, also on the next day', () => {
  const kept = emptyDraft('2026-10-25T02:30')
  expect(isBlank(kept)).toBe(true)
  for (const typed of [{ code: 'A' }, { amount: '7' }, { type: 0 as const }, { minOrder: '' }])
    expect([typed, isBlank({ ...kept, ...typed })]).toEqual([typed, false])
  expect(isBlank({ ...kept, start: '2026-10-26T02:30' })).toBe(false)
  expect(isBlank({ ...kept, start: '' })).toBe(false)
})

test('a draft is complete with a code and an amount other than zero', () => {
  expect(
    [{}, { amount: '1.005' }, { code: ' ' }, { amount: '0' }, { amount: '' }]
      .map((more) => ({ ...draft, ...more }))
      .map(isComplete),
  ).toEqual([true, true, false, false, false])
})

test('a complete draft becomes a discount code of the product', () => {
  const limits = { maxPerCustomer: '1', minOrder: '19.5', firstOrder: true, renewals: '2' }
  const typed = { ...draft, type: 0 as const, amount: '5.5', maxUses: '3', ...limits }
  expect(faults(typed)).toEqual({})
  expect(codeOf(typed, 7)).toMatchObject({
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
  [{ code: 'A B' }, 'code', /letters/],
  [{ code: ' ' }, 'code', /Enter the code/],
  [{ amount: '101' }, 'amount', /percentage/],
  [{ amount: '1.5' }, 'amount', /percentage/],
  [{ amount: '$10' }, 'amount', /percentage/],
  [{ amount: '0' }, 'amount', /Enter the discount/],
  [{ amount: '0 %' }, 'amount', /Enter the discount/],
  [{ type: 0, amount: '1.0055' }, 'amount', /two decimals/],
  [{ type: 0, amount: '-1' }, 'amount', /cannot be negative/],
  [{ type: 0, amount: '10000.01' }, 'amount', /at most 10,000/],
  [{ maxUses: '-1' }, 'maxUses', /whole number/],
  [{ maxPerCustomer: '1.5' }, 'maxPerCustomer', /whole number/],
  [{ minOrder: '1,200' }, 'minOrder', /ambiguous/],
  [{ minOrder: '10001' }, 'minOrder', /at most 10,000/],
  [{ minOrder: '' }, 'minOrder', /Enter an amount/],
  [{ renewals: '121' }, 'renewals', /at most 120 renewals/],
  [{ renewals: '1', amount: '100' }, 'amount', /at most 99 percent/],
  [{ start: '' }, 'start', /start date/],
  [{ end: '' }, 'end', /end date/],
  [{ end: '2000-01-01T00:00' }, 'end', /after the start/],
])('%j has an error in %s: %s', (more, field, sentence) => {
  expect(faults(more)).toEqual({ [field]: expect.stringMatching(sentence) })
})

test('all errors of a draft are reported at once', () => {
  const wrong = { code: 'A B', amount: 'x', maxUses: '-1', end: '2000-01-01T00:00' }
  expect(Object.keys(faults(wrong))).toEqual(['code', 'amount', 'maxUses', 'end'])
})

test('a code that is already in the list is refused', () => {
  expect(faultsOfCode(draft, [codeOf(draft, 7)])).toEqual({
    code: 'This code is already in the list',
  })
})
