import { randomUUID } from 'node:crypto'
import { orders } from '#contract/orders.ts'
import { payouts } from '#contract/payouts.ts'
import { staffOrders } from '#contract/staff-orders.ts'
import { staffPayouts } from '#contract/staff-payouts.ts'
import { staffRefunds } from '#contract/staff-refunds.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import type { Action, Turn } from '../action.ts'
import { dayCentsOf, noteReversal, noteWonDispute } from '../model.ts'

const daySeconds = 86_400
const paidStates = ['finished', 'disputed', 'partially_paid']

async function somePaidOrder({ world, account, pick }: Turn) {
  const { body } = await world.call(orders.list, { query: {} }, account)
  const paid = body.filter(({ payment_status }) => paidStates.includes(payment_status))
  return paid.length > 0 ? pick(paid) : undefined
}

/** Staff refund all, the unused part or half of an order, with or without its time. */
const refund: Action = {
  name: 'a refund by staff',
  weight: 2,
  async run(turn) {
    const { world, group, account, pick } = turn
    const order = await somePaidOrder(turn)
    if (!order) return
    const { body: shown } = await world.callAsStaff(staffOrders.get, { params: { id: order.id } })
    const { refundable } = shown
    if (!refundable) return
    const share = pick(['unused', 'unused', 'left', 'half'])
    const items = refundable.items
      .map(({ id, left, unused }) => ({
        id,
        amount:
          share === 'half'
            ? Math.round(left * 50) / 100
            : share === 'left'
              ? left
              : (unused ?? left),
      }))
      .filter(({ amount }) => amount > 0)
    if (items.length === 0) return
    const body = {
      ...{ id: randomUUID(), items, left: refundable.left, reason: 'requested' },
      ...{ take_time: pick([true, true, true, false]), give_code: pick([false, false, true]) },
      stop_renewal: pick([true, false]),
    }
    noteReversal(turn, order.id)
    const endpoint = order.type === 'crypto' ? staffPayouts.offer : staffRefunds.add
    const { status } = await world.callAsStaff(endpoint, { params: { id: order.id }, body })
    if (status !== 201) return
    if (!body.take_time) for (const { amount } of items) group.grantedCents += amount * 100
    const placed = account.orders.find(({ id }) => id === order.id)
    if (body.give_code)
      for (const { code } of placed?.items ?? [])
        if (code)
          Object.assign(code, {
            maxUses: code.maxUses + 1,
            maxPerCustomer: code.maxPerCustomer + 1,
          })
  },
}

/** Staff offer to return over- and underpaid coins, and the customer accepts the offered payouts. */
const payout: Action = {
  name: 'take a payout',
  weight: 1,
  async run(turn) {
    const { world, account } = turn
    const { body } = await world.call(orders.list, { query: {} }, account)
    for (const { id, type } of body) {
      if (type !== 'crypto') continue
      await world.callAsStaff(staffPayouts.offerRest, { params: { id }, query: {} })
      const listed = await world.callAsStaff(staffPayouts.list, { params: { id }, query: {} })
      for (const offered of listed.body.payouts) await takePayout(turn, id, offered.id)
    }
  },
}

const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

async function takePayout(turn: Turn, order: string, id: string) {
  const { world } = turn
  const token = await world.payoutToken(id)
  await world.callAsStaff(payouts.address, { body: { token, address: bitcoin, memo: '' } })
  const code = await world.payoutCode(id)
  if (!code) return
  await world.callAsStaff(payouts.confirm, { body: { token, code, address: bitcoin, memo: '' } })
  noteReversal(turn, order)
  const params = { params: { id } }
  const reason = 'Right'
  await world.callAsStaff(staffPayouts.approve, { ...params, body: { address: bitcoin, reason } })
  await world.callAsStaff(staffPayouts.claim, { ...params, body: { take_from: null } })
  const transaction_id = id.replaceAll('-', '').padEnd(64, '0')
  await world.callAsStaff(staffPayouts.sent, { ...params, body: { transaction_id } })
}

/** The bank disputes a payment or decides a dispute, or the payment is refunded in the provider's dashboard. */
const bank: Action = {
  name: 'a dispute or a refund at the provider',
  weight: 2,
  async run(turn) {
    const { world, pick } = turn
    const order = await somePaidOrder(turn)
    if (order?.type !== 'card') return
    const action = pick(['dispute', 'dispute', 'dispute-won', 'dispute-lost', 'refund'])
    if (action !== 'dispute-won') noteReversal(turn, order.id)
    const isDone = await world.control(`/stripe/orders/${order.id}/${action}`)
    if (isDone && action === 'dispute-won') noteWonDispute(turn)
  },
}

const gift: Action = {
  name: 'time as a gift',
  weight: 1,
  async run({ world, group, account, pick }) {
    const product = pick(group.offer.products).id
    const hours = pick([24, 72, 240])
    const params = { uid: String(account.id) }
    const id = randomUUID()
    const body = { id, game_id: product, hours, reason: 'Sorry' }
    const { status } = await world.callAsStaff(staffSubscriptions.give, { params, body })
    if (status !== 201) return
    const centsOf = (seconds: number) => (seconds / daySeconds) * dayCentsOf(group, product)
    group.grantedCents += centsOf(hours * 3600)
    if (!pick([false, false, true])) return
    const undone = await world.callAsStaff(staffSubscriptions.undo, {
      params: { ...params, gift: id },
      body: { reason: 'Wrong' },
    })
    if (undone.status === 200) group.grantedCents += centsOf(undone.body.seconds)
  },
}

export const afterSale = [refund, payout, bank, gift]
