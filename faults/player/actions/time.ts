import { subscriptions } from '#contract/access/subscriptions.ts'
import { renewals } from '#contract/selling/renewals.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import type { Action, Turn } from '../action.ts'

const someProduct = ({ group, pick }: Turn) => pick(group.offer.products).id

const listRenewals = ({ world, account }: Turn) => world.list(renewals.list, {}, account)

const pause: Action = {
  name: 'pause',
  weight: 1,
  run: (turn) =>
    turn.world.call(
      subscriptions.pause,
      { params: { id: someProduct(turn) }, body: { days: turn.pick([1, 5, 10]) } },
      turn.account,
    ),
}

const resume: Action = {
  name: 'end the pause',
  weight: 1,
  run: (turn) =>
    turn.world.call(subscriptions.resume, { params: { id: someProduct(turn) } }, turn.account),
}

const changeRenewal: Action = {
  name: 'stop, resume or pay a renewal',
  weight: 2,
  async run(turn) {
    const { world, account, pick } = turn
    const found = await listRenewals(turn)
    if (found.length === 0) return
    const endpoint = renewals[pick(['stop', 'resume', 'pay'] as const)]
    await world.call(endpoint, { params: { id: pick(found).id }, body: {} }, account)
  },
}

/** The customer stops a renewal while its charge runs. */
const payAndStop: Action = {
  name: 'pay and stop a renewal at once',
  weight: 1,
  async run(turn) {
    const { world, account, pick } = turn
    const found = await listRenewals(turn)
    if (found.length === 0) return
    const input = { params: { id: pick(found).id }, body: {} }
    await Promise.all(
      [renewals.pay, renewals.stop].map((endpoint) => world.call(endpoint, input, account)),
    )
  },
}

const bank: Action = {
  name: 'the bank changes its mind',
  weight: 2,
  async run(turn) {
    const does = turn.pick([
      ...['succeeds', 'insufficient_funds', 'insufficient_funds', 'lost_card'],
      ...['authentication_required', 'processing_then_succeeds', 'processing_then_fails'],
    ])
    for (const { card } of await listRenewals(turn))
      if (card) await turn.world.control(`/stripe/cards/${card.id}/behave`, { does })
  },
}

const changeCard: Action = {
  name: 'choose another card',
  weight: 1,
  async run(turn) {
    const { world, account, pick } = turn
    const found = await listRenewals(turn)
    if (found.length === 0) return
    const card = await addCard(
      world.counter,
      account.cookie,
      pick(['5555555555554444', '4242424242424242']),
    )
    await world.call(
      renewals.changeCard,
      { params: { id: pick(found).id }, body: { card_id: card.id } },
      account,
    )
  },
}

export const time = [changeCard, pause, resume, changeRenewal, payAndStop, bank]
