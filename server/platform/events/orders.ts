import * as z from 'zod'
import { orderReviews, paymentStatuses } from '#contract/selling/orders.ts'
import type { LogEntry } from '#server/platform/logs/log.ts'
import { event, staffEvent } from './event.ts'

const order = z.uuid()
const total_cents = z.int().min(0)

const asked = z.object({ status: z.enum(paymentStatuses) })

const sampleOrder = '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21'

const settledData = z.object({
  order,
  total_cents,
  before: z.enum(paymentStatuses),
})

function settled(line: Pick<LogEntry, 'level' | 'message'>) {
  return event({
    data: settledData,
    sample: { order: sampleOrder, total_cents: 5397, before: 'waiting' },
    log: ({ data }) => ({
      source: 'payment',
      ...line,
      details: { order: data.order, total: data.total_cents / 100, before: data.before },
    }),
  })
}

export const orderEvents = {
  'order.placed': event({
    data: z.object({ order, type: z.enum(['card', 'crypto', 'free']), total_cents }),
    sample: { order: sampleOrder, type: 'crypto', total_cents: 5397 },
    log: ({ data }) => ({
      source: 'order',
      // Many of these are never completed: a bank declines, or the price has changed.
      message: data.type === 'card' ? 'Card payment started' : 'Order placed',
      details: { order: data.order, type: data.type, total: data.total_cents / 100 },
    }),
  }),
  'order.partially_paid': settled({ level: 'warning', message: 'Order partially paid' }),
  'order.finished': settled({ level: 'success', message: 'Order finished' }),
  'order.expired': settled({ level: 'info', message: 'Order expired' }),
  'order.failed': settled({ level: 'warning', message: 'Payment failed' }),
  'order.refunded': settled({ level: 'warning', message: 'Order refunded' }),
  /** Coins of another currency, an unknown status, or a payment that bought nothing. */
  'order.unexpected_payment': event({
    data: z.object({
      order,
      /** The provider's id. */
      payment: z.string(),
      /** Null for a card. */
      coins: z.number().nullable(),
      currency: z.string().nullable(),
      status: z.string(),
      reason: z.enum(['other_coin', 'unknown_status', ...orderReviews]),
    }),
    sample: {
      order: sampleOrder,
      payment: '5745459419',
      coins: 0.25,
      currency: 'ltc',
      status: 'wrong_asset_confirmed',
      reason: 'other_coin',
    },
    log: ({ data }) => ({
      source: 'payment',
      level: 'error',
      message: 'Unexpected payment',
      details: data,
    }),
  }),
  'order.reviewed': staffEvent({
    message: 'Payment reviewed',
    data: z.object({
      order,
      before: z.object({ review: z.enum(orderReviews) }),
      after: z.object({ review: z.null() }),
    }),
    sample: {
      order: sampleOrder,
      before: { review: 'already_refunded' },
      after: { review: null },
    },
  }),
  'order.disputed': settled({ level: 'error', message: 'Order disputed' }),
  'order.asked_about': staffEvent({
    message: 'Order status requested from the provider',
    data: z.object({ order, before: asked, after: asked }),
    sample: { order: sampleOrder, before: { status: 'waiting' }, after: { status: 'finished' } },
  }),
  'order.vat_id_checked': event({
    data: z.object({
      order,
      vat_id: z.string(),
      valid: z.boolean(),
      consultation: z.string().nullable(),
    }),
    sample: { order: sampleOrder, vat_id: 'DE136695976', valid: true, consultation: 'WAPIAAAAY4' },
    log: ({ data: { order, vat_id, valid, consultation } }) => ({
      source: 'order',
      level: valid ? 'success' : 'warning',
      message: valid ? 'VAT ID confirmed' : 'VAT ID unknown to VIES',
      details: { order, vat_id, ...(consultation && { consultation }) },
    }),
  }),
  /** The money is lost permanently. Until then the order keeps its time. */
  'dispute.lost': event({
    data: settledData.extend({
      /** The amount, if only a part of the order is disputed. The rest is unaffected. */
      part_cents: z.int().min(1).optional(),
    }),
    sample: { order: sampleOrder, total_cents: 5397, before: 'disputed' },
    log: ({ data: { order, total_cents, before, part_cents } }) => ({
      source: 'payment',
      level: 'error',
      message: 'Dispute lost',
      details: {
        order,
        total: total_cents / 100,
        before,
        ...(part_cents && { part: part_cents / 100 }),
      },
    }),
  }),
}
