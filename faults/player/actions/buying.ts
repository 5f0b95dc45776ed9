import { subscriptions } from '#contract/access/subscriptions.ts'
import { payments } from '#contract/selling/payments.ts'
import type { Action, Turn } from '../action.ts'
import type { Item, Order } from '../group.ts'
import { noteCancellation, noteCoins, notePayment } from '../model.ts'
import { type PlanName, planDays } from '../offer.ts'

const plansByWeight: PlanName[] = ['1w', '1w', '1w', '1m', '1m', '12m', '12m', '1d', 'lifetime']

type Wanted = { items: Item[]; body: object[] }

/** Picks up to two products, sometimes with a code. */
function choose({ group, pick }: Turn): Wanted {
  const { products } = group.offer
  const chosen = pick([[0], [1], [0], [1], [0, 1]])
  const lines = chosen.map((at) => {
    const product = products[at as 0 | 1]
    const plan = pick<PlanName>([...plansByWeight])
    const codes = group.codes.filter((code) => code.product === product.id)
    const code = pick([null, ...codes, ...codes])
    const days = planDays[plan]
    return {
      item: { product: product.id, plan, days, code },
      body: {
        ...{ id: product.id, plan, renew: pick([true, true, false]) },
        ...{ replace_renewal: pick([false, true]), ...(code && { discount: code.text }) },
      },
    }
  })
  return { items: lines.map(({ item }) => item), body: lines.map(({ body }) => body) }
}

type Placed = Pick<Order, 'id' | 'providerId' | 'kind' | 'server' | 'items' | 'totalCents'>

const placed = ({ world }: Turn, order: Placed): Order => ({
  ...order,
  placedAt: world.now(),
  canceledAt: null,
  paidAt: null,
  reversedAt: null,
  offers: [],
  transfers: [],
  receivedBefore: 0,
  lifetimeTaken: false,
  lifetimePayouts: [],
})

const orderByCard: Action = {
  name: 'order by card',
  weight: 3,
  async run(turn) {
    const order = await placeByCard(turn, choose(turn))
    // In the same order as for crypto, so that the same choices cancel that order and leave this form open.
    const action = turn.pick(['confirm', 'decline', 'leave', 'delay', 'confirm', 'confirm'])
    if (order && action !== 'leave') await payByCard(turn, order, action)
  },
}

const orderByCrypto: Action = {
  name: 'order by crypto',
  weight: 5,
  async run(turn) {
    const wanted = choose(turn)
    const next = turn.pick(['wait', 'cancel', 'confirm'])
    const order = await placeByCrypto(turn, wanted, turn.pick(['eth', 'btc']))
    if (!order) return
    if (next === 'cancel') await cancelOrder(turn, order)
    if (next === 'confirm') await payInCoins(turn, order, 'confirm')
  },
}

const dayMs = 86_400_000

/** The customer buys a week of each product whose time expires within a day. */
const buyEnding: Action = {
  name: 'buy what is about to end',
  weight: 1,
  async run(turn) {
    const { world, group, account, pick } = turn
    const byCard = pick([true, false])
    const running = await world.list(subscriptions.list, {}, account)
    for (const { game_id, created_at, term_length, stands_still_since } of running) {
      const left = Date.parse(created_at) + term_length * 1000 - world.now()
      if (stands_still_since || left > dayMs) continue
      const { id } = group.offer.products.find((product) => product.id === game_id)!
      const wanted: Wanted = {
        items: [{ product: id, plan: '1w', days: planDays['1w'], code: null }],
        body: [{ id, plan: '1w', renew: false }],
      }
      const order = await (byCard ? placeByCard(turn, wanted) : placeByCrypto(turn, wanted, 'eth'))
      if (order) await (byCard ? payByCard : payInCoins)(turn, order, 'confirm')
    }
  },
}

async function placeByCard(turn: Turn, { items, body }: Wanted) {
  const { world, account } = turn
  const answer = await world.call(
    payments.createCheckoutSession,
    { query: { again: 'true' }, body },
    account,
  )
  if (answer.status !== 201) return
  const { order_id: id, session_id, clientSecret } = answer.body
  const providerId = clientSecret === null ? null : session_id
  const order = placed(turn, { id, providerId, kind: 'card', server: null, items, totalCents: 0 })
  account.orders.push(order)
  return order
}

async function placeByCrypto(turn: Turn, { items, body }: Wanted, currency: string) {
  const { world, account } = turn
  const answer = await world.call(
    payments.add,
    { body: { type: 'crypto', currency, items: body } },
    account,
  )
  if (answer.status !== 201) return
  const { order_id: id, amount } = answer.body
  const payment = await world.paymentOf(id)
  const order = placed(turn, {
    ...{ id, items, kind: 'crypto', providerId: payment?.provider_id ?? null },
    server: payment?.provider === 'btcpay' ? 'btcpay' : 'nowpayments',
    totalCents: Math.round(amount * 100),
  })
  account.orders.push(order)
  return order
}

async function cancelOrder({ world, account }: Turn, order: Order) {
  const { status } = await world.call(payments.cancel, { params: { id: order.id } }, account)
  if (status === 200) noteCancellation(world.now(), order)
}

async function payByCard(turn: Turn, order: Order, action: string) {
  if (await turn.world.control(`/stripe/sessions/${order.providerId}/${action}`))
    notePayment(turn, order)
}

async function payInCoins(turn: Turn, order: Order, action: string) {
  const invoices = order.server === 'btcpay' ? '/btcpay/invoices' : '/nowpayments/payments'
  if (!(await turn.world.control(`${invoices}/${order.providerId}/${action}`))) return
  notePayment(turn, order)
  await noteCoins(turn, order)
}

const cancel: Action = {
  name: 'cancel an order',
  weight: 2,
  async run(turn) {
    const { account, pick } = turn
    const open = account.orders.filter(({ kind, canceledAt }) => kind === 'crypto' && !canceledAt)
    if (open.length > 0) await cancelOrder(turn, pick(open))
  },
}

const waysToPay = {
  nowpayments: [
    ...['underpay', 'almost', 'overpay', 'pay-late', 'deposit-little', 'deposit-again', 'delay'],
    ...['deposit-own-price', 'deposit-other-coin'],
  ],
  btcpay: [
    ...['underpay', 'almost', 'overpay', 'pay-late', 'pay-rest', 'pay-more', 'delay'],
    ...['delay-part', 'delay-part', 'delay-more', 'fail', 'replace', 'replace'],
  ],
}

/**
 * The customer pays exactly, too little, too much, twice or late, even for a canceled order, or replaces
 * an unconfirmed transfer.
 */
const pay: Action = {
  name: 'pay in coins',
  weight: 5,
  async run(turn) {
    const { account, pick } = turn
    const orders = account.orders.filter(({ server, providerId }) => server && providerId)
    const unpaid = orders.filter(({ paidAt }) => paidAt === null)
    if (orders.length === 0) return
    const isPlain = pick([true, true, true, true, false, false, false])
    const order = pick(unpaid.length > 0 && isPlain ? unpaid : orders)
    await payInCoins(turn, order, isPlain ? 'confirm' : pick(waysToPay[order.server!]))
  },
}

/** The customer pays a form that may still be open in another tab, or the bank decides a pending payment. */
const payOldForm: Action = {
  name: 'pay an open card form',
  weight: 1,
  async run(turn) {
    const orders = turn.account.orders.filter(({ kind }) => kind === 'card')
    if (orders.length === 0) return
    const action = turn.pick(['confirm', 'settle', 'fail', 'expire'])
    await payByCard(turn, turn.pick(orders), action)
  },
}

/** The friends place the same order, and pay it in the same way. */
const friendsBuy: Action = {
  name: 'the friends buy',
  weight: 1,
  async run(turn) {
    const { run } = turn.pick([orderByCard, orderByCrypto])
    /** The indexes that the first friend chose. */
    const chosen: number[] = []
    for (const account of turn.group.accounts.slice(1)) {
      let choice = 0
      const pick: Turn['pick'] = (options) => {
        const nth = choice++
        chosen[nth] ??= options.indexOf(turn.pick(options))
        return options[chosen[nth]]!
      }
      await run({ ...turn, account, pick })
    }
  },
}

export const buying = [orderByCard, orderByCrypto, buyEnding, cancel, pay, payOldForm, friendsBuy]
