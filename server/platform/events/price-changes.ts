import * as z from 'zod'
import { shopEvent } from './event.ts'

const product = z.int()
/** Groups of renewals with their prices, the largest group first. */
const prices = z.object({
  prices: z.array(z.object({ plan: z.string(), price: z.number(), people: z.int() })),
})
const counts = z.object({
  waiting: z.int(),
  announced: z.int(),
  applied: z.int(),
  ended: z.int(),
  replaced: z.int(),
  canceled: z.int(),
})
const none = { waiting: 0, announced: 0, applied: 3, ended: 1, replaced: 0, canceled: 0 }

export const priceChangeEvents = {
  /** Renewals by outcome: a higher price is announced, a lower one applies at once. */
  'price_change.made': shopEvent({
    message: 'Renewals moved to the new price',
    data: z.object({
      price_change: z.int(),
      product,
      name: z.string(),
      reason: z.string(),
      raised: z.int(),
      lowered: z.int(),
      replaced: z.int(),
      before: prices,
      after: prices,
    }),
    sample: {
      price_change: 4,
      product: 1,
      name: 'Counter-Strike 2',
      reason: 'This year’s new prices',
      raised: 12,
      lowered: 0,
      replaced: 0,
      before: { prices: [{ plan: '1m', price: 17.99, people: 12 }] },
      after: { prices: [{ plan: '1m', price: 21.99, people: 12 }] },
    },
  }),
  'price_change.canceled': shopEvent({
    message: 'Renewal price change canceled',
    data: z.object({
      price_change: z.int(),
      product,
      name: z.string(),
      reason: z.string(),
      before: counts,
      after: counts,
    }),
    sample: {
      price_change: 4,
      product: 1,
      name: 'Counter-Strike 2',
      reason: 'The new price was a mistake',
      before: { ...none, announced: 8 },
      after: { ...none, canceled: 8 },
    },
  }),
}
