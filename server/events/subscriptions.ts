import * as z from 'zod'
import { staffEntry } from '#server/logs/staff.ts'
import { event, staffEvent } from './event.ts'

const product = { product_id: z.int(), product: z.string() }
const sampleProduct = { product_id: 7, product: 'Counter-Strike 2' }

export const subscriptionEvents = {
  'subscription.granted': staffEvent({
    data: z.object({ ...product, days: z.int() }),
    sample: { ...sampleProduct, days: 30 },
    log: ({ staff, userId, data }) =>
      staffEntry(staff, { message: 'Subscription granted', userId, about: data }),
  }),
  'subscription.revoked': staffEvent({
    data: z.object({ ...product, seconds_left: z.int() }),
    sample: { ...sampleProduct, seconds_left: 86_400 },
    log: ({ staff, userId, data: { seconds_left, ...about } }) =>
      staffEntry(staff, {
        message: 'Subscription revoked',
        userId,
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
