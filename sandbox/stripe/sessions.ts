import { unixNow } from '../ids.ts'
import { readCustomer } from './customers.ts'
import { invalidRequest, missing } from './errors.ts'
import { applyCoupon, buildLineItem } from './line-items.ts'
import { buildSession } from './session-object.ts'
import type { SessionCreate } from './session-params.ts'
import type { SessionRecord, World } from './world.ts'

const minute = 60

/** What Stripe refuses although each parameter by itself is well formed. */
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
  if (input.mode === 'setup') refuse('The sandbox has no mode setup.', 'mode')
  if ((input.discounts?.length ?? 0) > 1)
    refuse('You may only specify up to one discount for this session.', 'discounts')
  if (input.customer && input.customer_email)
    refuse('You may only specify one of these parameters: customer, customer_email.', 'customer')

  const recurring = input.line_items.map((item) => item.price_data.recurring)
  if (input.mode === 'payment' && recurring.some(Boolean))
    refuse(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  if (input.mode === 'subscription' && !recurring.some(Boolean))
    refuse(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'mode',
    )
  const periods = recurring.filter(Boolean).map((each) => JSON.stringify(each))
  if (new Set(periods).size > 1)
    refuse(
      'Checkout does not support multiple prices with different billing intervals.',
      'line_items',
    )
  if (new Set(input.line_items.map((item) => item.price_data.currency)).size > 1)
    refuse('All line items must have the same currency.', 'line_items')
  if (input.mode === 'subscription' && input.payment_intent_data)
    refuse('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data')
  if (input.mode === 'payment' && input.subscription_data)
    refuse('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')

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
  const couponId = input.discounts?.[0]?.coupon
  const coupon = couponId ? world.coupons.get(couponId) : undefined
  if (couponId && !coupon) throw missing('coupon', couponId, 'discounts[0][coupon]')
  const priced = input.line_items.map(buildLineItem)
  const lineItems = coupon ? applyCoupon(priced, coupon) : priced
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0)
  if (total > 0 && total < 50)
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      { code: 'amount_too_small' },
    )
  const record: SessionRecord = {
    session: buildSession(input, lineItems, customer, coupon),
    lineItems,
    intentData: {
      metadata: input.payment_intent_data?.metadata ?? {},
      description: input.payment_intent_data?.description ?? null,
      setupFutureUsage: input.payment_intent_data?.setup_future_usage ?? null,
    },
    subscriptionData: {
      metadata: input.subscription_data?.metadata ?? {},
      description: input.subscription_data?.description ?? null,
    },
    lastPaymentError: null,
  }
  return world.sessions.put(record.session.id, record)
}

/** Ends an open session: its client secret is no longer good for a payment. */
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
