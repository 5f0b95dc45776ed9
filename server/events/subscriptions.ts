import * as z from 'zod'
import { event, staffEvent } from './event.ts'

const product = { product_id: z.int(), product: z.string() }
const sampleProduct = { product_id: 7, product: 'Counter-Strike 2' }

export const subscriptionEvents = {
  'subscription.granted': staffEvent({
    message: 'Subscription granted',
    /** Without days, it is for life. */
    data: z.object({ ...product, days: z.int().nullable() }),
    sample: { ...sampleProduct, days: 30 },
  }),
  'subscription.revoked': staffEvent({
    message: 'Subscription revoked',
    data: z.object({ ...product, seconds_left: z.int() }),
    sample: { ...sampleProduct, seconds_left: 86_400 },
    line: ({ data: { seconds_left, ...about } }) => ({
      about,
      before: { seconds_left },
      after: { seconds_left: 0 },
    }),
  }),
  'reward.redeemed': event({
    data: z.object({ ...product, reward: z.int() }),
    sample: { ...sampleProduct, reward: 12 },
    log: ({ data }) => ({
      source: 'referral',
      level: 'success',
      message: 'Free month redeemed',
      details: data,
    }),
  }),
}
