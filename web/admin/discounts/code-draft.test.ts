import { expect, test } from 'vitest'
import {
  batchDraft,
  codeDraft,
  codesOf,
  emptyTerms,
  hasDiscount,
  randomTexts,
} from './code-draft.ts'

const draft = { ...emptyTerms('7'), code: 'NEW', amount: '10' }
const batch = { ...emptyTerms('7'), amount: '10', prefix: 'SPRING-', count: '100' }

type Judge = typeof codeDraft | typeof batchDraft

function faults(schema: Judge, typed: object) {
  const issues = schema.safeParse(typed).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join(), message]))
}

test('a new discount code starts now and ends 30 days later', () => {
  const { start, end } = emptyTerms()
  const days = (new Date(end).getTime() - new Date(start).getTime()) / 86_400_000
  // The difference may be an hour off if the clocks change in between.
  expect(Math.round(days)).toBe(30)
})

test('a discount of zero is no discount', () => {
  const amounts = ['1.005', '0', ' ', '0 %', '10'].map((amount) => ({ ...draft, amount }))
  expect(amounts.map(hasDiscount)).toEqual([true, false, false, false, true])
})

test('a valid draft becomes a discount code of the product', () => {
  const limits = { maxPerCustomer: '1', minOrder: '19.5', firstOrder: true, renewals: '2' }
  const typed = { ...draft, type: 0 as const, amount: '5.5', maxUses: '3', ...limits }
  expect(faults(codeDraft, typed)).toEqual({})
  expect(codesOf(typed, [' NEW '])).toMatchObject([
    {
      code: 'NEW',
      gid: 7,
      type: 0,
      amount: 5.5,
      max_uses: 3,
      max_per_customer: 1,
      min_order: 19.5,
      first_order: true,
      renewals: 2,
    },
  ])
})

test.each([
  [{ code: 'A B' }, 'code', /letters/],
  [{ code: ' ' }, 'code', /Enter a discount code/],
  [{ product: '' }, 'product', /Choose a product/],
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
  expect(faults(codeDraft, { ...draft, ...more })).toEqual({
    [field]: expect.stringMatching(sentence),
  })
})

test('all errors of a draft are reported at once', () => {
  const wrong = { code: 'A B', amount: 'x', maxUses: '-1', end: '2000-01-01T00:00' }
  expect(Object.keys(faults(codeDraft, { ...draft, ...wrong })).sort()).toEqual(
    Object.keys(wrong).sort(),
  )
})

test.each([
  [{ count: '0' }, 'count', /from 1 to 1000/],
  [{ count: '1001' }, 'count', /from 1 to 1000/],
  [{ count: 'many' }, 'count', /from 1 to 1000/],
  [{ prefix: 'A B' }, 'prefix', /letters/],
  [{ prefix: 'A'.repeat(33) }, 'prefix', /At most 32/],
])('a batch with %j has an error in %s: %s', (more, field, sentence) => {
  expect(faults(batchDraft, { ...batch, ...more })).toEqual({
    [field]: expect.stringMatching(sentence),
  })
})

test('a batch has as many different codes as typed, all with the prefix', () => {
  expect(faults(batchDraft, batch)).toEqual({})
  expect(faults(batchDraft, { ...batch, prefix: '' })).toEqual({})
  const texts = randomTexts(batch)
  expect(new Set(texts).size).toBe(100)
  for (const text of texts) expect(text).toMatch(/^SPRING-[2-9A-HJ-NP-Z]{8}$/)
})
