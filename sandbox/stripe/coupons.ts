import type Stripe from 'stripe'
import * as z from 'zod'
import { randomText, unixNow } from '../ids.ts'
import type { Params } from './form.ts'
import { metadata, readParams } from './session-params.ts'
import type { World } from './world.ts'

const couponCreate = z.strictObject({
  id: z.string().optional(),
  amount_off: z.string().regex(/^\d+$/, 'integer').transform(Number).optional(),
  percent_off: z.coerce.number().gt(0).max(100).optional(),
  currency: z.string().length(3).toLowerCase().optional(),
  duration: z.enum(['forever', 'once', 'repeating']).default('once'),
  duration_in_months: z.coerce.number().int().optional(),
  max_redemptions: z.coerce.number().int().optional(),
  metadata: metadata.optional(),
  name: z.string().max(40).optional(),
})

export function createCoupon(world: World, params: Params): Stripe.Coupon {
  const input = readParams(couponCreate, params)
  const id = input.id ?? randomText(8)
  return world.coupons.put(id, {
    id,
    object: 'coupon',
    amount_off: input.amount_off ?? null,
    created: unixNow(),
    currency: input.currency ?? null,
    duration: input.duration,
    duration_in_months: input.duration_in_months ?? null,
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    percent_off: input.percent_off ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  })
}
