import * as z from 'zod'
import { event, staffEvent } from './event.ts'

const product = { product_id: z.int(), product: z.string() }
const end = z.object({ ends_at: z.iso.datetime().nullable() })
/** Null: no subscription is active. */
const ends = { before: end, after: end }
const gift = '0f9d4c53-0f0c-4d6c-8a63-b1f1a3c8f7b0'
const sampleProduct = { product_id: 7, product: 'Counter-Strike 2' }

export const subscriptionEvents = {
  'time.given': staffEvent({
    message: 'Time given',
    data: z.object({
      gift: z.uuid(),
      ...product,
      /** Null: lifetime. */
      hours: z.int().nullable(),
      reason: z.string(),
      /** The customer is notified by mail. */
      told: z.boolean(),
      ...ends,
    }),
    sample: {
      gift,
      ...sampleProduct,
      hours: 72,
      reason: 'Last night’s outage',
      told: true,
      before: { ends_at: '2026-03-04T18:00:00.000Z' },
      after: { ends_at: '2026-03-07T18:00:00.000Z' },
    },
  }),
  'time.taken_back': staffEvent({
    message: 'Time revoked',
    data: z.object({
      gift: z.uuid(),
      ...product,
      seconds: z.int(),
      reason: z.string(),
      ...ends,
    }),
    sample: {
      gift,
      ...sampleProduct,
      seconds: 259_200,
      reason: 'Given to the wrong account',
      before: { ends_at: '2026-03-07T18:00:00.000Z' },
      after: { ends_at: '2026-03-04T18:00:00.000Z' },
    },
  }),
  'time.paused': event({
    data: z.object({ ...product, days: z.int(), until: z.iso.datetime() }),
    sample: { ...sampleProduct, days: 7, until: '2026-03-14T18:00:00.000Z' },
    log: ({ data }) => ({
      source: 'user',
      level: 'info',
      message: 'Subscription paused',
      details: data,
    }),
  }),
  'time.resumed': event({
    data: z.object({
      ...product,
      /** The part of the pause that was not used. */
      seconds_back: z.int(),
      /** The pause reached its end, and was not ended by the customer. */
      by_itself: z.boolean(),
    }),
    sample: { ...sampleProduct, seconds_back: 259_200, by_itself: false },
    log: ({ data }) => ({
      source: 'user',
      level: 'info',
      message: 'Subscription resumed',
      details: data,
    }),
  }),
  'time.pause_ended': staffEvent({
    message: 'Pause ended',
    data: z.object({ ...product, seconds_back: z.int(), reason: z.string() }),
    sample: { ...sampleProduct, seconds_back: 259_200, reason: 'Requested by the customer' },
  }),
  'subscription.revoked': staffEvent({
    message: 'Subscription revoked',
    data: z.object({ ...product, seconds_left: z.int() }),
    sample: { ...sampleProduct, seconds_left: 86_400 },
    line: ({ seconds_left, ...about }) => ({
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
  'reward.revoked': event({
    data: z.object({ ...product, reward: z.int(), seconds: z.int() }),
    sample: { ...sampleProduct, reward: 12, seconds: 1_728_000 },
    log: ({ data }) => ({
      source: 'referral',
      level: 'warning',
      message: 'Free month revoked',
      details: data,
    }),
  }),
}
