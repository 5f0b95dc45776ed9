import * as z from 'zod'

/**
 * The fields of responses and notifications from the examples in the NOWPayments documentation,
 * https://documenter.getpostman.com/view/7907941/2s93JusNJt, and the statuses from its article "IPN
 * and how to setup". Additional fields fail.
 */
const statuses = [
  ...(['waiting', 'confirming', 'confirmed', 'sending', 'partially_paid', 'finished'] as const),
  ...(['failed', 'refunded', 'expired', 'wrong_asset_confirmed'] as const),
]
const status = z.enum(statuses)
const time = z.iso.datetime()
const coins = z.number().nonnegative()

const asked = {
  payment_status: status,
  pay_address: z.string().min(1),
  payin_extra_id: z.string().nullable(),
  price_amount: z.number().positive(),
  price_currency: z.string(),
  pay_amount: coins,
  pay_currency: z.string(),
  order_id: z.string().nullable(),
  order_description: z.string().nullable(),
}

const received = {
  ...asked,
  payment_id: z.int(),
  parent_payment_id: z.int().nullable(),
  invoice_id: z.int().nullable(),
  actually_paid: coins,
  outcome_amount: coins.nullable(),
  outcome_currency: z.string(),
  payment_extra_ids: z.array(z.int()).nullable(),
}

/** 'Create payment'. Its ids are strings; those of a read are numbers. */
export const creation = z.strictObject({
  ...asked,
  payment_id: z.string().regex(/^\d+$/),
  purchase_id: z.string().regex(/^\d+$/),
  ipn_callback_url: z.string().nullable(),
  created_at: time,
  updated_at: time,
  amount_received: coins.nullable(),
  smart_contract: z.string().nullable(),
  network: z.string(),
  network_precision: z.int().nullable(),
  time_limit: z.string().nullable(),
  burning_percent: z.number().nullable(),
  expiration_estimate_date: time,
  is_fixed_rate: z.boolean(),
  is_fee_paid_by_user: z.boolean(),
  valid_until: time,
  type: z.string(),
  product: z.string(),
})
export type Creation = z.input<typeof creation>

/** 'Get payment status'. */
export const read = z.strictObject({
  ...received,
  purchase_id: z.int(),
  payout_hash: z.string().nullable(),
  payin_hash: z.string().nullable(),
  created_at: time,
  updated_at: time,
  burning_percent: z.string().nullable(),
  type: z.string(),
})
export type Read = z.input<typeof read>

/** The body of an instant payment notification. */
export const notification = z.strictObject({
  ...received,
  purchase_id: z.string().regex(/^\d+$/),
  actually_paid_at_fiat: z.number().nonnegative(),
  fee: z.strictObject({
    currency: z.string(),
    depositFee: coins,
    withdrawalFee: coins,
    serviceFee: coins,
  }),
})
export type Notification = z.input<typeof notification>

/** 'Get estimated price'. */
export const estimate = z.strictObject({
  currency_from: z.string(),
  amount_from: z.number(),
  currency_to: z.string(),
  estimated_amount: coins,
})

/** 'Get the minimum payment amount'. The last field is present only if the query requests it. */
export const minimum = z.strictObject({
  currency_from: z.string(),
  currency_to: z.string(),
  min_amount: coins,
  fiat_equivalent: z.number().optional(),
})
