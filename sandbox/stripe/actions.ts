import type { Outcome } from './cards.ts'
import { paySession } from './checkout.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { workingCard } from './payment-methods.ts'
import { createRefund } from './refunds.ts'
import { renewSubscription } from './renewals.ts'
import { expireSession, readSession } from './sessions.ts'
import { chargeOfSession, settleProcessing } from './settle.ts'
import { cancelSubscription } from './subscriptions.ts'
import type { Processing, SessionRecord, World } from './world.ts'

type Action = (world: World, record: SessionRecord) => void

const DECLINED: Outcome = {
  kind: 'decline',
  decline: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
}

/** Pays as the customer would, with a card that does what it is told. */
function pay(world: World, { session }: SessionRecord, outcome: Outcome) {
  paySession(world, session.id, { ...workingCard(world), outcome }, 'customer@example.com')
}

function processingOf(world: World, { session }: SessionRecord): Processing {
  const found = world.processing.all().find((each) => each.session === session.id)
  if (!found) throw invalidRequest('This payment is not processing.')
  return found
}

function subscriptionOf({ session }: SessionRecord): string {
  if (!session.subscription) throw invalidRequest('This Checkout Session has no subscription.')
  return String(session.subscription)
}

/** What can happen to a session, as the panel's buttons and the control API name it. */
const SESSION_ACTIONS: Record<string, Action> = {
  confirm: (world, record) => pay(world, record, { kind: 'succeed' }),
  decline: (world, record) => pay(world, record, DECLINED),
  /** The customer has paid, and the money is still on its way. */
  delay: (world, record) => pay(world, record, { kind: 'process', succeeds: true }),
  /** The money that was on its way has arrived. */
  settle: (world, record) => settleProcessing(world, processingOf(world, record), true),
  /** The money that was on its way never arrives. */
  fail: (world, record) => settleProcessing(world, processingOf(world, record), false),
  expire: (world, record) => void expireSession(world, record),
  refund: (world, record) =>
    void createRefund(world, record.session.id, chargeOfSession(world, record), {
      reason: 'requested_by_customer',
      metadata: {},
    }),
  dispute: (world, record) =>
    void openDispute(world, record.session.id, chargeOfSession(world, record)),
  'dispute-won': (world, record) =>
    void closeDispute(world, record.session.id, chargeOfSession(world, record), 'won'),
  'dispute-lost': (world, record) =>
    void closeDispute(world, record.session.id, chargeOfSession(world, record), 'lost'),
  renew: (world, record) => void renewSubscription(world, subscriptionOf(record), true),
  'fail-renewal': (world, record) => void renewSubscription(world, subscriptionOf(record), false),
  cancel: (world, record) => void cancelSubscription(world, subscriptionOf(record)),
}

/** The actions that a session's state admits, for its buttons. */
export function possibleActions(world: World, record: SessionRecord): string[] {
  const { session } = record
  if (session.status === 'open') return ['confirm', 'decline', 'delay', 'expire']
  if (session.status !== 'complete') return []
  const processing = world.processing.all().some((each) => each.session === session.id)
  if (processing) return ['settle', 'fail']
  if (session.payment_status !== 'paid') return []
  const charge = chargeOfSession(world, record)
  const dispute = world.disputes.all().findLast((each) => each.charge === charge.id)
  const subscription = world.subscriptions.get(String(session.subscription))
  return [
    ...(charge.refunded ? [] : ['refund']),
    ...(dispute ? [] : ['dispute']),
    ...(dispute?.status === 'needs_response' ? ['dispute-won', 'dispute-lost'] : []),
    ...(subscription && subscription.status !== 'canceled'
      ? ['renew', 'fail-renewal', 'cancel']
      : []),
  ]
}

/** Runs an action by its name; throws when it is unknown or does not fit. */
export function actOnSession(world: World, id: string, name: string): SessionRecord {
  const record = readSession(world, id)
  const action = SESSION_ACTIONS[name]
  if (!action) throw invalidRequest(`There is no action ${name}.`, {}, 404)
  action(world, record)
  return readSession(world, id)
}
