import * as z from 'zod'
import { event } from './event.ts'

const order = z.uuid()
const product = z.string()
const sample = { order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21', product: 'Counter-Strike 2' }

export const renewalEvents = {
  'renewal.started': event({
    data: z.object({ order, product, plan: z.string(), price_cents: z.int() }),
    sample: { ...sample, plan: '1m', price_cents: 1999 },
    log: ({ data: { price_cents, ...data } }) => ({
      source: 'payment',
      level: 'success',
      message: 'Card renewal started',
      details: { ...data, price: price_cents / 100 },
    }),
  }),
  'renewal.stopped': event({
    /** By the customer, on the page or through the link in a mail, unless `why` says otherwise. */
    data: z.object({
      renewal: z.int(),
      order,
      product,
      reason: z.string(),
      why: z.literal('banned').optional(),
    }),
    sample: { ...sample, renewal: 12, reason: '' },
    log: ({ data }) => ({ source: 'payment', message: 'Renewal stopped', details: data }),
  }),
  'renewal.resumed': event({
    data: z.object({ renewal: z.int(), order, product }),
    sample: { ...sample, renewal: 12 },
    log: ({ data }) => ({ source: 'payment', message: 'Renewal turned on again', details: data }),
  }),
  'renewal.failed': event({
    /** The order is the one that was to be paid. */
    data: z.object({
      renewal: z.int(),
      order,
      product,
      /** The first failure of its period. */
      first: z.boolean(),
      code: z.string(),
    }),
    sample: { ...sample, renewal: 12, first: true, code: 'insufficient_funds' },
    log: ({ data }) => ({
      source: 'payment',
      level: 'warning',
      message: 'Renewal could not be charged',
      details: data,
    }),
  }),
  'renewal.ended': event({
    /** Stopped automatically. Other causes, such as a refund, have their own event. */
    data: z.object({
      renewal: z.int(),
      order,
      product,
      why: z.enum(['stopped', 'unpaid', 'unsold']),
    }),
    sample: { ...sample, renewal: 12, why: 'unpaid' },
    log: ({ data }) => ({ source: 'payment', message: 'Renewal ended', details: data }),
  }),
  'renewal.card_changed': event({
    data: z.object({ renewal: z.int(), order, product, brand: z.string(), last4: z.string() }),
    sample: { ...sample, renewal: 12, brand: 'visa', last4: '4242' },
    log: ({ data }) => ({
      source: 'payment',
      level: 'success',
      message: 'Renewal card changed',
      details: data,
    }),
  }),
}
