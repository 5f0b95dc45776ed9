import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumBack, sumOf } from './taxes.ts'

const cents = fc.integer({ min: 1, max: 100_000_000 })
/** In percent, with two decimals: 0, 8.1, 7.25. */
const rate = fc.integer({ min: 0, max: 9999 }).map((hundredths) => hundredths / 100)

test('net and tax add up to the total, and the tax is its share', () => {
  expect(sumOf(12_300, 23)).toEqual({
    taxes: [{ rate: 23, net: 10_000, tax: 2300 }],
    net: 10_000,
    tax: 2300,
    total: 12_300,
  })
  fc.assert(
    fc.property(cents, rate, (total, percent) => {
      const { net, tax } = sumOf(total, percent)
      expect(net + tax).toBe(total)
      // Rounded to the cent.
      expect(Math.abs(tax - total * (percent / (100 + percent)))).toBeLessThanOrEqual(0.5 + 1e-6)
    }),
  )
})

test('partial refunds return all of the tax, to the cent', () => {
  const parts = fc.array(cents, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, rate, (amounts, percent) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      const sale = sumOf(total, percent)
      let [back, tax, net] = [0, 0, 0]
      for (const amount of amounts) {
        const part = sumBack(-amount, percent, back)
        expect(part.net + part.tax).toBe(-amount)
        back -= amount
        tax += part.tax
        net += part.net
      }
      expect([tax, net]).toEqual([-sale.tax || 0, -sale.net])
    }),
  )
})

test('net and tax add up to the total of every document, in any order of refunds and reversals', () => {
  const lines = fc.array(cents, { minLength: 1, maxLength: 20 })
  /** The percentage of the rest to refund, and whether that refund fails later. */
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean()), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(lines, rate, steps, (amounts, percent, refunds) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      const made = [sumOf(total, percent)]
      let back = 0
      const write = (amount: number) => {
        made.push(sumBack(amount, percent, back))
        back += amount
      }
      for (const [share, fails] of refunds) {
        const amount = Math.ceil(((total + back) * share) / 100)
        if (amount === 0) continue
        write(-amount)
        if (fails) write(amount)
      }
      for (const { net, tax, total: sum } of made) expect(net + tax).toBe(sum)
      // Together, all of them have the tax of the remaining amount, to the cent.
      const left = made.reduce((sum, { tax }) => sum + tax, 0)
      expect(left).toBe(sumOf(total, percent).tax + (sumOf(back, percent).tax || 0))
    }),
  )
})
