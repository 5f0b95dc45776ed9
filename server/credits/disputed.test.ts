import { expect, test } from 'vitest'
import { disputing } from '#server/disputes/testing/disputed.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { creditDesk } from './testing/credit-desk.ts'

const counter = await fileFixture(openCounter())
const { buy, bank, opening } = disputing(counter)
const desk = creditDesk(counter, await signIn(counter.app, { admin: true }))

test('a run whose payment is disputed gets nothing, and again once that is decided', async () => {
  await opening('leave')
  const bought = await buy()
  const { id } = (await desk.byHand(bought.product, 24)).body
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 1, left_out: {} })
  await bank(bought, 'dispute')
  const { body } = await desk.preview(id)
  expect(body.effects).toMatchObject({ people: 0, left_out: { disputed: 1 } })
  await bank(bought, 'dispute-won')
  expect((await desk.preview(id)).body.effects).toMatchObject({ people: 1, left_out: {} })
})
