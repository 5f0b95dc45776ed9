import { payments } from '#contract/payments.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import type { Action, Turn } from '../action.ts'
import type { Item, Order } from '../group.ts'
import { type PlanName, planDays } from '../offer.ts'

type Wanted = { items: Item[]; body: object[] }

/** One or two products, sometimes with a code. */
function choose({ group, pick }: Turn): Wanted {
  const { products } = group.offer
  const chosen = pick([[0], [1], [0], [1], [0, 1]])
  const lines = chosen.map((at) => {
    const product = products[at as 0 | 1]
    const plan = pick<PlanName>(['1w', '1w', '1m', '12m'])
    const codes = group.codes.filter((code) => code.product === product.id)
    const code = pick([null, ...codes, ...codes])
    const days = planDays[plan]
    const listCents = days * product.dayCents
    return {
      item: { product: product.id, days, listCents, code },
      body: {
        ...{ id: product.id, plan, renew: pick([true, true, false]) },
        ...{ replace_renewal: pick([false, true]), ...(code && { discount: code.text }) },
      },
    }
  })
  return { items: lines.map(({ item }) => item), body: lines.map(({ body }) => body) }
}

const placed = ({ world }: Turn, order: Pick<Order, 'id' | 'providerId' | 'kind' | 'items'>) => ({
  ...order,
  placedAt: world.now(),
  canceledAt: null,
  paidAt: null,
  reversedAt: null,
})

const orderByCard: Action = {
  name: 'order by card',
  weight: 3,
  async run(turn) {
    const order = await placeByCard(turn, choose(turn))
    const action = turn.pick(['confirm', 'confirm', 'confirm', 'decline', 'delay', null])
    if (order && action) await payByCard(turn, order, action)
  },
}

const orderByCrypto: Action = {
  name: 'order by crypto',
  weight: 5,
  async run(turn) {
    const order = await placeByCrypto(turn, choose(turn))
    if (!order) return
    const next = turn.pick(['wait', 'cancel', 'confirm'])
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
    const { body } = await world.call(subscriptions.list, {}, account)
    for (const { game_id, created_at, term_length, stands_still_since } of body) {
      const left = Date.parse(created_at) + term_length * 1000 - world.now()
      if (stands_still_since || left > dayMs) continue
      const { id, dayCents } = group.offer.products.find((product) => product.id === game_id)!
      const days = planDays['1w']
      const wanted: Wanted = {
        items: [{ product: id, days, listCents: days * dayCents, code: null }],
        body: [{ id, plan: '1w', renew: false }],
      }
      const order = await (byCard ? placeByCard : placeByCrypto)(turn, wanted)
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
  const { order_id: id, session_id: providerId } = answer.body
  const order = placed(turn, { id, providerId, kind: 'card', items })
  account.orders.push(order)
  return order
}

async function placeByCrypto(turn: Turn, { items, body }: Wanted) {
  const { world, account } = turn
  const answer = await world.call(
    payments.add,
    { body: { type: 'crypto', currency: 'btc', items: body } },
    account,
  )
  if (answer.status !== 201) return
  const { order_id: id } = answer.body
  const order = placed(turn, { id, providerId: await world.paymentOf(id), kind: 'crypto', items })
  account.orders.push(order)
  return order
}

async function cancelOrder({ world, account }: Turn, order: Order) {
  const { status } = await world.call(payments.cancel, { params: { id: order.id } }, account)
  if (status === 200) order.canceledAt ??= world.now()
}

async function payByCard({ world }: Turn, order: Order, action: string) {
  if (await world.control(`/stripe/sessions/${order.providerId}/${action}`))
    order.paidAt ??= world.now()
}

async function payInCoins({ world }: Turn, order: Order, action: string) {
  if (await world.control(`/nowpayments/payments/${order.providerId}/${action}`))
    order.paidAt ??= world.now()
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

/** The customer pays exactly, too little, too much, twice or late, even for a canceled order. */
const pay: Action = {
  name: 'pay in coins',
  weight: 5,
  async run(turn) {
    const { account, pick } = turn
    const orders = account.orders.filter(({ kind }) => kind === 'crypto')
    const unpaid = orders.filter(({ paidAt }) => paidAt === null)
    if (orders.length === 0) return
    const action = pick([
      ...Array<string>(8).fill('confirm'),
      ...['underpay', 'almost', 'overpay', 'pay-late', 'deposit-little', 'deposit-again'],
      ...['deposit-own-price', 'deposit-other-coin'],
    ])
    await payInCoins(
      turn,
      pick(unpaid.length > 0 && action === 'confirm' ? unpaid : orders),
      action,
    )
  },
}

/** The customer pays a form that may still be open in another tab, or the bank decides a pending payment. */
const payOldForm: Action = {
  name: 'pay an open card form',
  weight: 1,
  async run(turn) {
    const orders = turn.account.orders.filter(({ kind }) => kind === 'card')
    if (orders.length === 0) return
    await payByCard(turn, turn.pick(orders), turn.pick(['confirm', 'settle', 'fail', 'expire']))
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
