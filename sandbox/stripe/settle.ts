import type Stripe from 'stripe'
import { unixNow } from '../ids.ts'
import { invalidRequest } from './errors.ts'
import { failIntent, succeedIntent } from './intents.ts'
import { workingCard } from './payment-methods.ts'
import { expireSession, readSession } from './sessions.ts'
import type { Processing, SessionRecord, World } from './world.ts'

const lateFailure = {
  code: 'payment_intent_payment_attempt_failed',
  declineCode: null,
  message: 'The payment failed.',
}

/** The successful charge of a session, for a refund or a dispute. */
export function chargeOfSession(world: World, { session }: SessionRecord): Stripe.Charge {
  const intent = world.intents.get(String(session.payment_intent))
  const charge = world.charges.get(String(intent?.latest_charge))
  if (!charge?.paid) throw invalidRequest('This Checkout Session has not been paid.')
  return charge
}

/** Completes a processing payment. */
export function settleProcessing(world: World, processing: Processing, pays: boolean) {
  const { intent, session: id } = processing
  if (id !== null) return settleSession(world, intent, id, pays)
  const card = world.cards.get(String(world.intents.get(intent)?.payment_method))
  world.processing.delete(intent)
  if (pays) succeedIntent(world, intent, intent, card ?? workingCard(world))
  else failIntent(world, intent, intent, card ?? workingCard(world), lateFailure)
}

function settleSession(world: World, intent: string, id: string, pays: boolean) {
  const { session } = readSession(world, id)
  const method = String(world.intents.get(intent)?.payment_method)
  const card = world.cards.get(method) ?? workingCard(world)
  world.processing.delete(intent)
  if (pays) {
    succeedIntent(world, id, intent, card)
    const paid = world.sessions.update(id, { session: { ...session, payment_status: 'paid' } })
    world.emit('checkout.session.async_payment_succeeded', paid.session, { subject: id })
  } else {
    failIntent(world, id, intent, card, lateFailure)
    world.emit('checkout.session.async_payment_failed', session, { subject: id })
  }
}

/** Expires due sessions and completes slow payments. */
export function passTime(world: World): void {
  const now = unixNow()
  for (const record of world.sessions.all())
    if (record.session.status === 'open' && record.session.expires_at <= now)
      expireSession(world, record)
  for (const processing of world.processing.all())
    if (processing.settlesAt <= now) settleProcessing(world, processing, processing.succeeds)
}
