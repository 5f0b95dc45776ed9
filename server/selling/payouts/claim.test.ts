import { afterEach, expect, test } from 'vitest'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { payoutDesk } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const [ada, bea] = [
  await signIn(counter.app, { admin: true }),
  await signIn(counter.app, { admin: true }),
]
const desk = payoutDesk(counter, ada)

afterEach(() => counter.reset())

async function approved() {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.given(id)
  await desk.approve(id)
  return { id, order, claim: async () => (await desk.list(order)).payouts[0]!.claim }
}

test('one of several concurrent claims of a payout succeeds, and only that administrator sends it', async () => {
  const { id, claim } = await approved()
  expect(await claim()).toBeNull()
  const all = [ada, bea, ada, bea]
  const answers = await Promise.all(all.map((by) => desk.claim(id, by)))
  const { uid, name } = (await claim())!
  const [winner, loser] = uid === ada.user.id ? [ada, bea] : [bea, ada]
  expect(name).toBe(winner.user.username)
  expect(answers.map(({ status }) => status)).toEqual(all.map((by) => (by === winner ? 200 : 409)))
  const refused = [
    ...answers.filter(({ status }) => status === 409),
    await desk.sent(id, loser),
    await desk.withdraw(id, loser),
    await desk.previewWithdraw(id, loser),
    await desk.release(id, loser),
  ]
  for (const { status, code, detail } of refused)
    expect({ status, code, detail }).toEqual({
      status: 409,
      code: 'payout_claimed',
      detail: `${winner.user.username} claimed this payout a moment ago and may have sent it. Ask them, or take it over.`,
    })
  expect((await desk.sent(id, winner)).body).toMatchObject({ status: 'sent', claim: null })
})

test('only the administrator with the claim can send a payout', async () => {
  const { id } = await approved()
  expect(await desk.sent(id)).toMatchObject({ status: 409, code: 'payout_unclaimed' })
  expect((await desk.claim(id)).body.claim).toMatchObject({ uid: ada.user.id })
  expect((await desk.sent(id)).status).toBe(200)
  expect((await desk.claim(id)).code).toBe('payout_moved')
})

test('another administrator can claim a released payout', async () => {
  const { id } = await approved()
  await desk.claim(id)
  expect((await desk.release(id)).body.claim).toBeNull()
  expect((await desk.claim(id, bea)).body.claim).toMatchObject({ uid: bea.user.id })
  expect((await desk.withdraw(id, bea)).body.status).toBe('withdrawn')
})

test('a claim can be taken over from the administrator shown, once, and the order shows it', async () => {
  const { id, order } = await approved()
  await desk.claim(id)
  const cleo = await signIn(counter.app, { admin: true })
  expect((await desk.claim(id, bea, cleo.user.id)).code).toBe('payout_claimed')
  const answers = await Promise.all([bea, cleo].map((by) => desk.claim(id, by, ada.user.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await desk.sent(id)).code).toBe('payout_claimed')
  const { timeline } = (await counter.call(staffOrders.get, { params: { id: order } }, ada)).body
  expect(timeline.filter(({ text }) => text.startsWith('Payout claimed'))).toHaveLength(1)
})

test('a payout that was returned in another way cannot be claimed', async () => {
  const { id, order } = await approved()
  await db
    .updateTable('payments')
    .set({ status: 'refunded' })
    .where('order_id', '=', order)
    .execute()
  expect((await desk.claim(id)).code).toBe('paid_back_already')
})

test('support cannot claim payouts', async () => {
  const { id } = await approved()
  const support = await signIn(counter.app, { support: true })
  const call = { params: { id }, body: {} }
  expect((await counter.call(staffPayouts.claim, call, support)).status).toBe(403)
})
