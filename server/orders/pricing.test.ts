import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { perMonth, termPrice, terms } from '#contract/terms.ts'
import { discountAmount, priceOf, renewalOf, totalOf } from './pricing.ts'

const monthly = fc.integer({ min: 0, max: 1_000_000 })
const months = fc.constantFrom(1 as const, 3 as const, 6 as const, 12 as const)
const reduction = fc.oneof(
  fc.record({ type: fc.constant(0 as const), amount: fc.integer({ min: 0, max: 2_000_000 }) }),
  fc.record({ type: fc.constant(1 as const), amount: fc.integer({ min: 0, max: 100 }) }),
)
const item = fc
  .tuple(monthly, months, fc.option(reduction))
  .map(([cents, term, code]) => ({ months: term, ...priceOf(cents, term, code) }))

describe('the price of a term', () => {
  test('follows the savings of the table, rounded half up', () => {
    expect(terms.map((term) => termPrice(1999, term.months))).toEqual([1999, 5397, 9595, 16792])
    expect(termPrice(5, 3)).toBe(14) // 13.5
  })

  test('follows the savings that a product has of its own, and ends in 99 cents where it is told to', () => {
    const savings = { 3: 10, 6: 15, 12: 25 }
    expect(terms.map(({ months }) => termPrice(1999, months, { savings }))).toEqual([
      1999, 5397, 10195, 17991,
    ])
    expect(terms.map(({ months }) => termPrice(1999, months, { savings, endsIn99: true }))).toEqual(
      [1999, 5399, 10199, 17999],
    )
    expect(termPrice(1999, 12, { savings: { 6: 15, 12: null } })).toBe(termPrice(1999, 12))
  })

  test('is never above the monthly price, however it ends', () => {
    const own = fc.record({ 3: fc.nat(90), 6: fc.nat(90), 12: fc.nat(90) })
    fc.assert(
      fc.property(monthly, months, own, (cents, term, savings) => {
        const price = termPrice(cents, term, { savings, endsIn99: true })
        expect(price).toBeLessThanOrEqual(cents * term)
        expect(price).toBeGreaterThanOrEqual(termPrice(cents, term, { savings }))
      }),
    )
  })

  test('grows with the monthly price, and a longer term is never dearer by the month', () => {
    fc.assert(
      fc.property(monthly, monthly, months, (a, b, term) => {
        expect(termPrice(Math.min(a, b), term)).toBeLessThanOrEqual(termPrice(Math.max(a, b), term))
      }),
    )
    fc.assert(
      fc.property(monthly, (cents) => {
        // A cent of rounding, spread over the months of the shorter term.
        const perMonths = terms.map((term) => perMonth(cents, term.months))
        for (let i = 1; i < perMonths.length; i++)
          expect(perMonths[i]).toBeLessThanOrEqual(perMonths[i - 1]! + 0.5)
      }),
    )
  })
})

describe('a discount', () => {
  test('is whole cents between nothing and the list price', () => {
    fc.assert(
      fc.property(monthly, months, reduction, (cents, term, code) => {
        const { listCents, discountCents, priceCents } = priceOf(cents, term, code)
        for (const amount of [listCents, discountCents, priceCents]) {
          expect(Number.isSafeInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(listCents)
        }
        expect(discountCents + priceCents).toBe(listCents)
      }),
    )
  })

  test('grows with its amount', () => {
    fc.assert(
      fc.property(monthly, reduction, fc.nat(100), (cents, code, more) => {
        const larger = {
          ...code,
          amount: Math.min(code.amount + more, code.type ? 100 : 2_000_000),
        }
        expect(discountAmount(cents, larger)).toBeGreaterThanOrEqual(discountAmount(cents, code))
      }),
    )
  })

  test.each([
    [1999, { type: 1, amount: 10 }, 200], // 199.9
    [1995, { type: 1, amount: 10 }, 200], // 199.5, half up
    [1994, { type: 1, amount: 10 }, 199],
    [1999, { type: 1, amount: 100 }, 1999],
    [1999, { type: 1, amount: 0 }, 0],
    [499, { type: 0, amount: 500 }, 499],
    [1999, { type: 0, amount: 500 }, 500],
  ] as const)('of %i cents by %o is %i', (list, code, off) => {
    expect(discountAmount(list, code)).toBe(off)
  })
})

describe('the items of an order', () => {
  test('add up: what they cost and what was taken off make their list prices', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 20 }), (items) => {
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        const total = totalOf(items)
        const list = sum(items.map((each) => each.listCents))
        expect(total + sum(items.map((each) => each.discountCents))).toBe(list)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(totalOf(items.toReversed())).toBe(total)
      }),
    )
  })

  test('renew together at the list price, only with one term and something to pay', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), (items) => {
        const renewal = renewalOf(items)
        const oneTerm = new Set(items.map((each) => each.months)).size === 1
        expect(renewal !== null).toBe(oneTerm && totalOf(items) > 0)
        if (renewal) expect(renewal.priceCents).toBeGreaterThanOrEqual(totalOf(items))
      }),
    )
  })
})
