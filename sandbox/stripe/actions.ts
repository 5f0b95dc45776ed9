import * as z from 'zod'
import { actOnPayment } from './card-actions.ts'
import { paySession } from './checkout.ts'
import { disputeActions, possibleDisputeActions } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { decline, type Outcome } from './outcomes.ts'
import { workingCard } from './payment-methods.ts'
import { readIntent } from './payments.ts'
import { createRefund } from './refunds.ts'
import { expireSession, readSession } from './sessions.ts'
import { chargeOfSession, settleProcessing } from './settle.ts'
import type { Processing, SessionRecord, World } from './world.ts'

/** Optional details of an action. */
export const actionDetails = z.object({
  /** In units, not cents. If missing, the remaining amount. */
  amount: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().min(0.01).max(999_999)])
    .optional(),
  /** For a dispute: Stripe's reason, and in how many days evidence is due. */
  reason: z.string().max(100).optional(),
  due: z.coerce.number().min(0).max(365).optional(),
  /** The number of a test card to pay with. */
  card: z.string().optional(),
})
type Details = z.infer<typeof actionDetails>

type Action = (world: World, record: SessionRecord, details: Details) => void

const declinedCard = decline('generic_decline', 'Your card was declined.', 'try_again_later')

/** Pays as the customer would, with the given test card, or with 4242 and a given outcome. */
function pay(world: World, { session }: SessionRecord, paying: { number: string } | Outcome) {
  const card =
    'number' in paying
      ? workingCard(world, paying.number)
      : world.cards.update(workingCard(world).method.id, { outcome: paying })
  paySession(world, session.id, card, 'customer@example.com')
}

function processingOf(world: World, { session }: SessionRecord): Processing {
  const found = world.processing.all().find((each) => each.session === session.id)
  if (!found) throw invalidRequest('This payment is not processing.')
  return found
}

/** The actions on a session, by the name used in the panel's buttons and the control API. */
const sessionActions: Record<string, Action> = {
  confirm: (world, record, { card }) =>
    pay(world, record, card ? { number: card } : { kind: 'succeed' }),
  decline: (world, record) => pay(world, record, declinedCard),
  /** The customer has paid, but the payment is still processing. */
  delay: (world, record) => pay(world, record, { kind: 'process', succeeds: true }),
  /** The processing payment succeeds. */
  settle: (world, record) => settleProcessing(world, processingOf(world, record), true),
  /** The processing payment fails. */
  fail: (world, record) => settleProcessing(world, processingOf(world, record), false),
  expire: (world, record) => void expireSession(world, record),
  /** As created in Stripe's own dashboard. */
  refund: (world, record, { amount }) =>
    void createRefund(world, chargeOfSession(world, record), {
      ...(amount !== undefined && { amount: Math.round(amount * 100) }),
      reason: 'requested_by_customer',
      metadata: {},
    }),
}

/** The actions that the session's state allows, for its buttons. */
export function possibleActions(world: World, record: SessionRecord): string[] {
  const { session } = record
  if (session.status === 'open') return ['confirm', 'decline', 'delay', 'expire']
  if (session.status !== 'complete') return []
  const processing = world.processing.all().some((each) => each.session === session.id)
  if (processing) return ['settle', 'fail']
  if (session.payment_status !== 'paid') return []
  const charge = chargeOfSession(world, record)
  return [
    ...(charge.refunded || charge.disputed ? [] : ['refund']),
    ...possibleDisputeActions(world, charge),
  ]
}

/** Runs an action by name. Throws if it is unknown or does not fit the state. */
export function actOnSession(
  world: World,
  id: string,
  name: string,
  details: Details = {},
): SessionRecord {
  const record = readSession(world, id)
  const dispute = disputeActions[name]
  const action: Action | undefined = dispute
    ? () => dispute(world, id, chargeOfSession(world, record), details)
    : sessionActions[name]
  if (!action) throw invalidRequest(`There is no action ${name}.`, {}, 404)
  action(world, record, details)
  return readSession(world, id)
}

/** The same for the payment of an order: a session, or a saved card. */
export function actOnOrder(world: World, order: string, name: string, details: Details): object {
  const paid = world.sessions
    .all()
    .findLast(
      ({ session }) => session.client_reference_id === order && session.status === 'complete',
    )
  if (paid) return actOnSession(world, paid.session.id, name, details).session
  const intent = world.intents
    .all()
    .findLast(({ metadata, status }) => metadata.order_id === order && status === 'succeeded')
  if (!intent) throw invalidRequest(`Nothing was paid for the order ${order}.`, {}, 404)
  actOnPayment(world, intent.id, name, details)
  return readIntent(world, intent.id)
}
