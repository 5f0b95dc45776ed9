import type Stripe from 'stripe'
import { unixNow } from '../ids.ts'
import { createCustomer } from './customers.ts'
import { openDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import {
  createIntent,
  failIntent,
  requireAction,
  startProcessing,
  succeedIntent,
} from './intents.ts'
import { authenticationFailed, type Decline, type Outcome } from './outcomes.ts'
import { saveCard, usable, withOwner } from './saved-cards.ts'
import { readSession } from './sessions.ts'
import type { CardRecord, SessionRecord, World } from './world.ts'

/** How long a payment with a slow test card remains processing. */
const processingSeconds = 15

export type Attempt =
  | { status: 'complete' }
  | { status: 'requires_action'; intent: string }
  | { status: 'declined'; decline: Decline }

function change(world: World, id: string, changes: Partial<Stripe.Checkout.Session>) {
  const { session } = readSession(world, id)
  return world.sessions.update(id, { session: { ...session, ...changes } })
}

function requireOpen({ session }: SessionRecord) {
  if (session.status !== 'open')
    throw invalidRequest(`This Checkout Session is ${session.status} and can no longer be paid.`)
}

/** Returns the session's customer. Creates one if the session needs a customer and has none. */
function customerOf(world: World, { session, intentData }: SessionRecord): string | null {
  if (session.customer) return String(session.customer)
  const needed = session.customer_creation === 'always' || Boolean(intentData.setupFutureUsage)
  if (!needed) return null
  const { id } = createCustomer(world, { email: session.customer_email })
  change(world, session.id, { customer: id })
  return id
}

/** The intent of the session. Declined attempts share one intent, as at Stripe. */
function intentOf(world: World, record: SessionRecord): string {
  const { session, intentData } = record
  if (session.payment_intent) return String(session.payment_intent)
  const intent = createIntent(world, session.id, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: customerOf(world, record),
    metadata: intentData.metadata,
    description: intentData.description,
    receiptEmail: session.customer_email,
    setupFutureUsage: intentData.setupFutureUsage ?? null,
  })
  change(world, session.id, { payment_intent: intent.id })
  return intent.id
}

/** Pays an open session with a card. `email` is the address that the customer typed, if any. */
export function paySession(
  world: World,
  id: string,
  card: CardRecord | null,
  email: string | null = null,
): Attempt {
  const record = readSession(world, id)
  requireOpen(record)
  if (email && !record.session.customer_email) change(world, id, { customer_email: email })
  if (record.session.amount_total === 0) {
    complete(world, id, 'no_payment_required', null)
    return { status: 'complete' }
  }
  if (!card) throw invalidRequest('A payment method is needed to pay this Checkout Session.')
  const outcome = outcomeAt(world, record, card)
  return charge(world, id, intentOf(world, readSession(world, id)), card, outcome)
}

/**
 * The outcome of a newly typed card or of a saved one. Only its own customer can use a saved card.
 */
function outcomeAt(world: World, { session }: SessionRecord, card: CardRecord): Outcome {
  if (!card.method.customer && !card.spent) return card.outcome
  const customer = session.customer === null ? null : String(session.customer)
  return withOwner(usable(world, card.method.id, customer))
}

/** The customer returned from 3-D Secure. */
export function authenticate(world: World, id: string, succeeded: boolean): Attempt {
  const record = readSession(world, id)
  requireOpen(record)
  const intent = world.intents.get(String(record.session.payment_intent))
  const card = world.cards.get(String(intent?.payment_method))
  const asked = card && outcomeAt(world, record, card)
  if (intent?.status !== 'requires_action' || asked?.kind !== 'authenticate' || !card)
    throw invalidRequest('This payment does not wait for an authentication.')
  const outcome: Outcome = succeeded
    ? asked.next
    : { kind: 'decline', decline: authenticationFailed }
  return charge(world, id, intent.id, card, outcome)
}

function charge(
  world: World,
  id: string,
  intent: string,
  card: CardRecord,
  outcome: Outcome,
): Attempt {
  if (outcome.kind === 'decline') {
    failIntent(world, id, intent, card, outcome.decline)
    world.sessions.update(id, { lastPaymentError: outcome.decline.message })
    return { status: 'declined', decline: outcome.decline }
  }
  if (outcome.kind === 'authenticate') {
    requireAction(world, id, intent, card)
    return { status: 'requires_action', intent }
  }
  keepCard(world, id, card)
  if (outcome.kind === 'process') {
    startProcessing(world, id, intent, card)
    const settlesAt = unixNow() + processingSeconds
    world.processing.put(intent, { intent, session: id, settlesAt, succeeds: outcome.succeeds })
    complete(world, id, 'unpaid', card)
    return { status: 'complete' }
  }
  const paid = succeedIntent(world, id, intent, card)
  complete(world, id, 'paid', card)
  if (outcome.disputed) openDispute(world, id, paid)
  return { status: 'complete' }
}

/** Saves the card for the customer's later payments if the session says so. */
function keepCard(world: World, id: string, card: CardRecord) {
  const { session, intentData } = readSession(world, id)
  if (intentData.setupFutureUsage && session.payment_intent)
    saveCard(world, card, String(world.intents.get(String(session.payment_intent))?.customer))
}

/** Completes a paid session and sets its customer. */
function complete(
  world: World,
  id: string,
  status: 'paid' | 'unpaid' | 'no_payment_required',
  card: CardRecord | null,
) {
  const record = readSession(world, id)
  const { session } = record
  const customer = customerOf(world, record)
  const known = customer === null ? undefined : world.customers.get(customer)
  const email = session.customer_email ?? known?.email ?? null
  world.sessions.update(id, { lastPaymentError: null })
  const done = change(world, id, {
    customer,
    status: 'complete',
    payment_status: status,
    customer_details: {
      address: card?.method.billing_details.address ?? null,
      business_name: null,
      email,
      individual_name: null,
      name: known?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  })
  world.emit('checkout.session.completed', done.session, { subject: id })
}
