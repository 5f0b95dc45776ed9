import { leastCharge, shownMoney } from '../fiat.ts'
import { unixNow } from '../ids.ts'
import { readCustomer } from './customers.ts'
import { invalidRequest, missing } from './errors.ts'
import { buildLineItem } from './line-items.ts'
import { buildSession } from './session-object.ts'
import type { SessionCreate } from './session-params.ts'
import type { SessionRecord, World } from './world.ts'

const minute = 60

/** Rejects combinations that Stripe rejects although each parameter is valid. */
function checkCombination(input: SessionCreate) {
  const refuse = (message: string, param: string) => {
    throw invalidRequest(message, { param })
  }
  if (input.ui_mode !== 'elements')
    refuse(`The sandbox stands in for ui_mode elements only, not ${input.ui_mode}.`, 'ui_mode')
  for (const name of ['success_url', 'cancel_url'] as const)
    if (input[name])
      refuse(`\`${name}\` is not allowed when \`ui_mode\` is \`${input.ui_mode}\`.`, name)
  if (!input.return_url)
    refuse(
      '`return_url` is required when redirect-based payment methods are enabled.',
      'return_url',
    )
  if (input.mode !== 'payment') refuse(`The sandbox has no mode ${input.mode}.`, 'mode')
  if (input.customer && input.customer_email)
    refuse('You may only specify one of these parameters: customer, customer_email.', 'customer')

  if (new Set(input.line_items.map((item) => item.price_data.currency)).size > 1)
    refuse('All line items must have the same currency.', 'line_items')
  const life = input.expires_at === undefined ? null : input.expires_at - unixNow()
  if (life !== null && life < 30 * minute - 5)
    refuse(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  if (life !== null && life > 24 * 60 * minute + 5)
    refuse(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
}

export function createSession(world: World, input: SessionCreate): SessionRecord {
  checkCombination(input)
  const customer = input.customer ? readCustomer(world, input.customer, 'customer') : null
  const lineItems = input.line_items.map(buildLineItem)
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0)
  const { currency } = lineItems[0]!
  const least = leastCharge(currency)
  if (total > 0 && total < least)
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${shownMoney(least, currency)} ${currency}`,
      { code: 'amount_too_small' },
    )
  const record: SessionRecord = {
    session: buildSession(input, lineItems, customer),
    lineItems,
    intentData: {
      metadata: input.payment_intent_data?.metadata ?? {},
      description: input.payment_intent_data?.description ?? null,
      setupFutureUsage: input.payment_intent_data?.setup_future_usage ?? null,
    },
    lastPaymentError: null,
  }
  return world.sessions.put(record.session.id, record)
}

/** Expires an open session. Its client secret can no longer be used for a payment. */
export function expireSession(world: World, record: SessionRecord): SessionRecord {
  const { session } = record
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  const expired = world.sessions.update(session.id, {
    session: { ...session, status: 'expired' },
  })
  world.emit('checkout.session.expired', expired.session, { subject: session.id })
  return expired
}

export function readSession(world: World, id: string): SessionRecord {
  const record = world.sessions.get(id)
  if (!record) throw missing('checkout.session', id, 'session')
  return record
}
