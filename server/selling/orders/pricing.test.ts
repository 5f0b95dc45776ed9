import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  daysOf,
  defaultPlans,
  isPlan,
  labelOf,
  mostPlans,
  type PlanRule,
  type PriceRule,
  priceOfPlan,
  pricesOf,
} from '#contract/wire/terms.ts'
import { discountAmount, priceOf, totalOf } from './pricing.ts'

const monthly = fc.integer({ min: 0, max: 1_000_000 })
const count = (most: number) => fc.integer({ min: 1, max: most })
const plan = fc.oneof(
  count(365).map((days) => `${days}d`),
  count(52).map((weeks) => `${weeks}w`),
  count(36).map((months) => `${months}m`),
  fc.constant('lifetime'),
)
const rule: fc.Arbitrary<PlanRule> = fc
  .record({
    plan,
    popular: fc.boolean(),
    savings: fc.integer({ min: 0, max: 90 }),
    cents: fc.integer({ min: 0, max: 10_000_000 }),
    priced: fc.boolean(),
  })
  .map(({ plan, popular, savings, cents, priced }) =>
    priced || plan === 'lifetime'
      ? { plan, popular, savings: null, cents }
      : { plan, popular, savings, cents: null },
  )
const product: fc.Arbitrary<PriceRule> = fc.record({
  monthlyCents: monthly,
  plans: fc.constant(null),
  endsIn99: fc.boolean(),
  salePercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90 })),
})
const ofAll = (monthlyCents: number, more: Partial<PriceRule> = {}) =>
  pricesOf({ monthlyCents, plans: null, endsIn99: false, salePercent: 0, ...more })
const reduction = fc.oneof(
  fc.record({ type: fc.constant(0 as const), amount: fc.integer({ min: 0, max: 2_000_000 }) }),
  fc.record({ type: fc.constant(1 as const), amount: fc.integer({ min: 0, max: 100 }) }),
)
const item = fc
  .tuple(product, rule, fc.option(reduction))
  .map(([sold, one, code]) => ({ plan: one.plan, ...priceOf(priceOfPlan(sold, one), code) }))

describe('the price of a plan', () => {
  const costs = (prices: { cents: number }[]) => prices.map(({ cents }) => cents)

  test('follows the savings of every product, rounded half up', () => {
    expect(costs(ofAll(1999))).toEqual([1999, 5397, 9595, 16792])
    expect(ofAll(5)[1]!.cents).toBe(14) // 13.5
  })

  test('follows the product’s own savings, and ends in 99 cents if set so', () => {
    const plans = defaultPlans.map(({ plan }, index) => ({
      ...{ plan, popular: false, cents: null },
      savings: [0, 10, 15, 25][index]!,
    }))
    expect(costs(ofAll(1999, { plans }))).toEqual([1999, 5397, 10195, 17991])
    expect(costs(ofAll(1999, { plans, endsIn99: true }))).toEqual([1999, 5399, 10199, 17999])
  })

  test('of days and weeks is calculated by the day, or set separately', () => {
    const own = { popular: false, savings: null }
    const saves = { popular: false, cents: null }
    const prices = ofAll(3000, {
      plans: [
        { plan: '1d', ...own, cents: 199 },
        { plan: '7d', ...saves, savings: 0 },
        { plan: '2w', ...saves, savings: 50 },
        { plan: '24m', ...own, cents: 54_000 },
        { plan: 'lifetime', ...own, cents: 29_900 },
      ],
    })
    expect(
      prices.map(({ cents, savings, regularCents }) => [cents, savings, regularCents]),
    ).toEqual([
      [199, 0, 100],
      [700, 0, 700],
      [700, 50, 1400],
      [54_000, 25, 72_000],
      [29_900, 0, null],
    ])
  })

  test('is whole cents, and with a saving never above the monthly price, with any ending', () => {
    fc.assert(
      fc.property(product, rule, (sold, one) => {
        const price = priceOfPlan(sold, one)
        expect(Number.isSafeInteger(price.cents)).toBe(true)
        expect(price.cents).toBeGreaterThanOrEqual(0)
        expect(price.savings).toBeGreaterThanOrEqual(0)
        if (one.cents !== null) expect(price.listCents).toBe(one.cents)
        else {
          expect(price.listCents).toBeLessThanOrEqual(price.regularCents!)
          const plain = priceOfPlan({ ...sold, endsIn99: false }, one)
          expect(price.listCents).toBeGreaterThanOrEqual(plain.listCents)
        }
      }),
    )
  })

  test('in a sale is lower by the same share for each plan, to the cent', () => {
    fc.assert(
      fc.property(product, rule, (sold, one) => {
        const { cents, listCents } = priceOfPlan(sold, one)
        expect(listCents).toBe(priceOfPlan({ ...sold, salePercent: 0 }, one).cents)
        expect(
          Math.abs(listCents - cents - (listCents * sold.salePercent) / 100),
        ).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  test('grows with the monthly price, and a longer term is never dearer by the month', () => {
    fc.assert(
      fc.property(monthly, monthly, (a, b) => {
        const [cheap, dear] = [ofAll(Math.min(a, b)), ofAll(Math.max(a, b))]
        for (const [at, { cents }] of cheap.entries())
          expect(cents).toBeLessThanOrEqual(dear[at]!.cents)
      }),
    )
    fc.assert(
      fc.property(monthly, (cents) => {
        // The tolerance is one cent of rounding, spread over the months of the shorter term.
        const perMonths = ofAll(cents).map((price, at) => price.cents / [1, 3, 6, 12][at]!)
        for (let i = 1; i < perMonths.length; i++)
          expect(perMonths[i]).toBeLessThanOrEqual(perMonths[i - 1]! + 0.5)
      }),
    )
  })
})

describe('a plan', () => {
  test('is days, weeks, months or a lifetime, and nothing else', () => {
    fc.assert(fc.property(plan, (one) => isPlan(one)))
    for (const no of ['', '0d', '366d', '53w', '37m', '07d', '1y', 'm', '3 m', 'Lifetime', '-1d'])
      expect(isPlan(no), no).toBe(false)
    expect(['1d', '7d', '1w', '3m', 'lifetime'].map(labelOf)).toEqual([
      '1 Day',
      '7 Days',
      '1 Week',
      '3 Months',
      'Lifetime',
    ])
    expect(defaultPlans.length).toBeLessThanOrEqual(mostPlans)
  })

  test('that is longer has more days, and Stripe renews the longest', () => {
    for (const unit of ['d', 'w', 'm']) {
      for (let at = 2; isPlan(`${at}${unit}`); at++)
        expect(daysOf(`${at}${unit}`)).toBeGreaterThan(daysOf(`${at - 1}${unit}`)!)
    }
    expect(daysOf('36m')).toBe(1095)
    expect(daysOf('2w')).toBe(14)
  })
})

describe('a discount', () => {
  test('is whole cents between nothing and the list price', () => {
    fc.assert(
      fc.property(product, rule, reduction, (sold, one, code) => {
        const price = priceOf(priceOfPlan(sold, one), code)
        const { listCents, saleCents, discountCents, priceCents } = price
        for (const amount of [listCents, saleCents, discountCents, priceCents]) {
          expect(Number.isSafeInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(listCents)
        }
        expect(discountCents + priceCents).toBe(listCents)
        expect(saleCents).toBeLessThanOrEqual(discountCents)
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
  test('add up: prices and discounts make the list prices', () => {
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
})
