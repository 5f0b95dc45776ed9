import { expect, test } from 'vitest'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'

const counter = await fileFixture(openCounter({ RATE_LIMITS: 'on' }))

test('counts each unknown code as a guess, and no valid one', async () => {
  const products = await Promise.all(Array.from({ length: 20 }, () => counter.addProduct()))
  await counter.addCode(products[0]!, 'GOOD')
  await counter.addCode(products[1]!, 'ELSEWHERE')
  const quote = (discounts: string[]) => {
    const items = discounts.map((discount, at) => ({
      id: products[at]!,
      term_length: 1 as const,
      discount,
    }))
    return counter.call(payments.quote, { body: { items } })
  }
  for (let times = 0; times < 40; times += 1) expect((await quote(['GOOD'])).status).toBe(200)
  const guesses = Array.from({ length: 20 }, (_, at) => `GUESS${at}`)
  expect((await quote(guesses)).status).toBe(200)
  // The answer names the requested product and not the product of the code.
  const { body } = await quote(['ELSEWHERE'])
  expect(body.items[0]).toMatchObject({
    discount_problem: 'This code does not apply to Game 1',
    discount_problem_code: 'code_for_other_product',
  })
  const third = await quote(guesses)
  expect(third.status).toBe(429)
  expect(third.detail).toMatch(/^Too many discount codes were tried/)
  expect((await quote(['GOOD'])).status, 'prices are shown all the same').toBe(200)
})
