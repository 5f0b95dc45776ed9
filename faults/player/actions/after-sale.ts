import { randomUUID } from 'node:crypto'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { orders } from '#contract/selling/orders.ts'
import { payouts } from '#contract/selling/payouts.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { staffRefunds } from '#contract/selling/staff-refunds.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import type { Action, Turn } from '../action.ts'
import { dayCentsOf, noteReversal, noteUse, noteWonDispute } from '../model.ts'

const daySeconds = 86_400
const paidStates = ['finished', 'disputed', 'partially_paid']

async function somePaidOrder({ world, account, pick }: Turn) {
  const paid = (await world.list(orders.list, { query: {} }, account)).filter(
    ({ payment_status }) => paidStates.includes(payment_status),
  )
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
      ...{
        stop_renewal: pick([true, false]),
        take_lifetime: pick([true, false]),
      },
    }
    noteUse(turn, order.id)
    const endpoint = order.type === 'crypto' ? staffPayouts.offer : staffRefunds.add
    const input = { params: { id: order.id }, body }
    const isAdmin = pick([true, true, false])
    const answer = isAdmin
      ? await world.callAsStaff(endpoint, input)
      : await world.callAsSupport(endpoint, input, group)
    if (answer.status !== 201) return
    const placed = account.orders.find(({ id }) => id === order.id)
    // The coins of an offered refund stay with the shop until the customer takes them.
    if ('expires_at' in answer.body)
      placed?.offers.push({ from: world.now(), until: Date.parse(answer.body.expires_at) })
    else noteReversal(turn, order.id)
    if (placed && body.take_time && (body.take_lifetime || share === 'left')) {
      // The time is revoked when the coins are sent, which needs an address of the customer.
      if (order.type === 'crypto') placed.lifetimePayouts.push(answer.body.id)
      else placed.lifetimeTaken = true
    }
    if (!body.take_time && isAdmin)
      for (const { amount } of items) group.grantedCents += amount * 100
    if (body.give_code && isAdmin)
      for (const { code } of placed?.items ?? [])
        if (code) code.returned.set(account.id, (code.returned.get(account.id) ?? 0) + 1)
  },
}

/** Staff offer to return over- and underpaid coins, and the customer accepts the offered payouts. */
const payout: Action = {
  name: 'take a payout',
  weight: 1,
  async run(turn) {
    const { world, account } = turn
    for (const { id, type } of await world.list(orders.list, { query: {} }, account)) {
      if (type !== 'crypto') continue
      await world.callAsStaff(staffPayouts.offerRest, { params: { id }, query: {} })
      const listed = await world.callAsStaff(staffPayouts.list, { params: { id }, query: {} })
      for (const offered of listed.body.payouts) await takePayout(turn, id, offered)
    }
  },
}

const addresses = {
  nowpayments: '0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae',
  btcpay: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
}

type Payout = Pick<Result<typeof staffPayouts.list>['payouts'][number], 'id' | 'kind'>

async function takePayout(turn: Turn, order: string, { id, kind }: Payout) {
  const { world, account } = turn
  const placed = account.orders.find((each) => each.id === order)
  const address = addresses[placed?.server ?? 'nowpayments']
  const token = await world.payoutToken(id)
  await world.callAsStaff(payouts.address, { body: { token, address, memo: '' } })
  const code = await world.payoutCode(id)
  if (!code) return
  await world.callAsStaff(payouts.confirm, { body: { token, code, address, memo: '' } })
  const offer = placed?.offers.at(-1)
  if (kind === 'refund' && offer) offer.until = Number.POSITIVE_INFINITY
  noteUse(turn, order)
  const params = { params: { id } }
  const reason = 'Right'
  await world.callAsStaff(staffPayouts.approve, { ...params, body: { address, reason } })
  await world.callAsStaff(staffPayouts.claim, { ...params, body: { take_from: null } })
  const transaction_id = id.replaceAll('-', '').padEnd(64, '0')
  const sent = await world.callAsStaff(staffPayouts.sent, { ...params, body: { transaction_id } })
  if (sent.status !== 200) return
  if (kind === 'refund') noteReversal(turn, order)
  if (placed?.lifetimePayouts.includes(id)) placed.lifetimeTaken = true
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
    const isPart = pick([false, false, true])
    // A bank can also take back what was refunded, which no rule of the shop prevents.
    const left = Math.round((order.total_price - order.refunded) * 100) / 100
    const half = Math.round(order.total_price * 50) / 100
    const amount = Math.min(left, isPart && half > 0 ? half : left)
    if (amount === 0) return
    if (action !== 'dispute-won') noteReversal(turn, order.id)
    const isDone = await world.control(`/stripe/orders/${order.id}/${action}`, { amount })
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
    const input = { params, body }
    const { status } = await (pick([true, true, false])
      ? world.callAsStaff(staffSubscriptions.give, input)
      : world.callAsSupport(staffSubscriptions.give, input, group))
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

const signUpAgain: Action = {
  name: 'delete the account and sign up again',
  weight: 1,
  run: ({ world, group, account }) => world.replaceAccount(group, account),
}

export const afterSale = [refund, payout, bank, gift, signUpAgain]
