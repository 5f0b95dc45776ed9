import { renewals } from '#contract/selling/renewals.ts'
import { isFailingState } from '#server/access/subscriptions/renewal-states.ts'
import { lastMessage } from '#server/access/subscriptions/renewals-of-order.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { cardColumns } from '#server/selling/payments/begin-renewals.ts'
import { reached } from '#server/selling/payments/providers.ts'
import { settleIntent } from '#server/selling/payments/settle-card.ts'
import { askForCharge, putBack } from './charge.ts'
import { set, settleCharge } from './settle.ts'
import { lockOwn } from './stop.ts'
import { takeDue } from './take.ts'

const { refusals } = renewals.pay

/**
 * Throws 404; 409 if there is nothing to pay, the time is paused or frozen, or the bank has not
 * decided; 402 with the provider's message; 502 if the provider is unreachable, without any change.
 */
export async function payRenewal(
  db: Database,
  card: CardProvider,
  userId: number,
  id: number,
): Promise<void> {
  const dueAt = await transaction(db, async (tx) => {
    const renewal = await lockOwn(tx, userId, id)
    if (renewal.state === 'charging') throw new Refusal(refusals.charge_undecided)
    if (!isFailingState(renewal.state) || renewal.resting)
      throw new Refusal(refusals.nothing_to_pay)
    await set(tx, id, { due_at: renewal.now })
    return renewal.due_at!
  })
  const taken = await takeDue(db, id)
  if (taken?.charge) {
    const { charge } = taken
    try {
      await reached(askForCharge(db, card, charge))
    } catch (error) {
      // After other errors the card may be charged. The job continues with the same key.
      const notAsked =
        isRefusal(error, refusals.provider_unreachable) ||
        isRefusal(error, refusals.payment_account_broken)
      if (notAsked) await putBack(db, charge, dueAt)
      throw error
    }
  }
  await refuseUnpaid(db, id, { isTaken: taken === undefined })
  // No card was charged: the customer gained time in another way, or the renewal has just ended.
  if (taken?.charge === null) throw new Refusal(refusals.nothing_to_pay)
}

/** `isTaken`: it is being charged elsewhere, so its previous failure is not the answer. */
async function refuseUnpaid(db: Database, id: number, { isTaken = false } = {}) {
  const { state, message } = await db
    .selectFrom('renewals')
    .select(['state', lastMessage.as('message')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (state === 'charging' || (isTaken && isFailingState(state)))
    throw new Refusal(refusals.charge_undecided)
  // The product is no longer sold, so nothing was charged.
  if (state === 'held') throw new Refusal(refusals.nothing_to_pay)
  if (state !== 'retrying') return
  throw new Refusal(refusals.charge_declined, { values: { reason: message ?? needsCard } })
}

const needsCard = 'Please choose a card for this renewal.'

const settled = { clientSecret: null, cardId: null }

/** Returns the client secret if authentication is still needed. Throws as `payRenewal` does. */
export async function confirmRenewal(
  db: Database,
  card: CardProvider,
  userId: number,
  id: number,
): Promise<{ clientSecret: string | null; cardId: string | null }> {
  const latest = await transaction(db, async (tx) => {
    const { state, open_order_id } = await lockOwn(tx, userId, id)
    const charge = await tx
      .selectFrom('renewal_charges')
      .select(['id', 'order_id as orderId', 'card_id as cardId', 'payment_intent_id', 'status'])
      .where('renewal_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const isOpen = isFailingState(state) && charge?.orderId === open_order_id
    return (
      charge && { ...charge, isOpen, isSettled: state === 'on' && charge.status === 'succeeded' }
    )
  })
  // The provider's event came first.
  if (latest?.isSettled) return settled
  const intent = latest?.payment_intent_id
  if (!latest?.isOpen || !intent) throw new Refusal(refusals.nothing_to_pay)
  await reached(settleIntent(db, card, intent))
  const charge = await reached(card.readCharge(intent))
  if (charge.status === 'needs_action')
    return { clientSecret: charge.clientSecret, cardId: charge.cardId }
  if (charge.status === 'unknown') throw new Refusal(refusals.provider_unreachable)
  await settleCharge(db, latest, charge)
  await refuseUnpaid(db, id)
  return settled
}

/** Throws 404, 409 if the renewal has ended, and 402 and 409 as `payRenewal` does. */
export async function changeCard(
  db: Database,
  card: CardProvider,
  userId: number,
  { id, cardId }: { id: number; cardId: string },
) {
  const { stripe_customer_id: customer } = await db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const own = await transaction(db, (tx) => lockOwn(tx, userId, id))
  if (own.state === 'ended') throw new Refusal(renewals.changeCard.refusals.nothing_to_renew)
  const kept = customer ? await reached(card.listCards(customer)) : []
  const chosen = kept.find((each) => each.id === cardId)
  if (!chosen) throw new Refusal(renewals.changeCard.refusals.unknown_card)
  const state = await transaction(db, async (tx) => {
    const renewal = await lockOwn(tx, userId, id)
    if (renewal.state === 'ended') throw new Refusal(renewals.changeCard.refusals.nothing_to_renew)
    await set(tx, id, cardColumns(chosen))
    const { brand, last4 } = chosen
    const { order_id: order, product } = renewal
    const data = { renewal: id, order, product, brand, last4 }
    await record(tx, 'renewal.card_changed', { userId, data })
    return renewal.state
  })
  if (!isFailingState(state)) return
  try {
    await payRenewal(db, card, userId, id)
  } catch (error) {
    // The card has been changed, and the renewal has nothing to pay now.
    if (!isRefusal(error, refusals.nothing_to_pay)) throw error
  }
}
