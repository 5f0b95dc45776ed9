import * as z from 'zod'
import { type PayoutStatus, payoutKinds, payoutStatuses } from '#contract/selling/payouts.ts'
import { event, staffEvent, withAmount } from './event.ts'

const about = z.object({
  payout: z.uuid(),
  order: z.uuid(),
  kind: z.enum(payoutKinds),
  amount_cents: z.int().min(1),
  currency: z.string(),
})
const sample = {
  payout: '7d3b0a53-0f0c-4d6c-8a63-b1f1a3c8f7b0',
  order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21',
  kind: 'refund' as const,
  amount_cents: 1999,
  currency: 'btc',
}

const status = z.object({ status: z.enum(payoutStatuses) })
const moved = about.extend({ before: status, after: status })
const samples = (before: PayoutStatus, after: PayoutStatus) => ({
  ...sample,
  before: { status: before },
  after: { status: after },
})

const decided = (message: string, before: PayoutStatus, after: PayoutStatus) =>
  staffEvent({
    message,
    data: moved.extend({ reason: z.string() }),
    sample: { ...samples(before, after), reason: 'Agreed with the customer' },
    line: (data) => ({ about: withAmount(data) }),
  })

const transaction = { transaction: z.string().nullable() }
const sent = { data: about.extend(transaction), sample: { ...sample, transaction: 'f4184fc5' } }

/** The user id of the staff member with the claim to send the payout. */
const hand = z.object({ claimed_by: z.int().nullable() })
const handed = about.extend({ before: hand, after: hand })
const inHand = (message: string, before: number | null, after: number | null) =>
  staffEvent({
    message,
    data: handed,
    sample: { ...sample, before: { claimed_by: before }, after: { claimed_by: after } },
    line: (data) => ({ about: withAmount(data) }),
  })

const byItself = (message: string) =>
  event({
    data: about,
    sample,
    log: ({ data }) => ({ source: 'payment', message, details: withAmount(data) }),
  })

export const payoutEvents = {
  'payout.offered': staffEvent({
    message: 'Payout offered',
    data: about,
    sample,
    line: (data) => ({
      about: withAmount(data),
      before: { status: null },
      after: { status: 'offered' },
    }),
  }),
  /** The customer paid too much, and the shop offers a payout automatically. */
  'payout.offered_by_shop': event({
    data: about,
    sample: { ...sample, kind: 'over' as const },
    log: ({ data }) => ({
      source: 'payment',
      message: 'Payout of a surplus offered',
      details: withAmount(data),
    }),
  }),
  /** The customer has confirmed an address. */
  'payout.given': event({
    data: about.pick({ payout: true, order: true, currency: true }),
    sample: { payout: sample.payout, order: sample.order, currency: sample.currency },
    log: ({ data }) => ({
      source: 'payment',
      level: 'warning',
      message: 'Payout address confirmed',
      details: data,
    }),
  }),
  'payout.approved': decided('Payout approved', 'given', 'approved'),
  'payout.claimed': inHand('Payout claimed', null, 7),
  'payout.released': inHand('Payout claim released', 7, null),
  'payout.sent': staffEvent({
    message: 'Payout sent',
    data: moved.extend(transaction),
    sample: { ...samples('approved', 'sent'), transaction: 'f4184fc5' },
    line: (data) => ({ about: withAmount(data) }),
  }),
  'payout.sent_by_server': event({
    ...sent,
    log: ({ data }) => ({
      source: 'payment',
      message: 'Payout sent by the BTCPay Server',
      details: withAmount(data),
    }),
  }),
  'payout.done': staffEvent({
    message: 'Payout arrived',
    data: moved,
    sample: samples('sent', 'done'),
    line: (data) => ({ about: withAmount(data) }),
  }),
  'payout.done_by_server': byItself('Payout from the BTCPay Server arrived'),
  'payout.withdrawn': decided('Payout withdrawn', 'given', 'withdrawn'),
  /** The customer was too late or deleted, or the rest of the order was paid. */
  'payout.withdrawn_by_shop': byItself('Payout withdrawn automatically'),
}
