import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, paged } from './lists.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { payout } from './payouts.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { newRefund, refundEffects, refundRefusals } from './staff-refunds.ts'
import { id, money, timestamp } from './wire.ts'

export const staffPayout = payout
  .extend({
    id: z.uuid(),
    created_at: timestamp,
    by: z.string().nullable().meta({ description: 'Who offered it; null: the shop by itself' }),
    given_at: timestamp.nullable(),
    approved_at: timestamp.nullable(),
    approved_by: z.string().nullable(),
    provider: z.enum(['nowpayments', 'btcpay']),
    by_server: z
      .boolean()
      .meta({ description: 'The BTCPay Server sends it from its own wallet, once it is approved' }),
    server_note: z
      .string()
      .nullable()
      .meta({ description: 'Why the server has not sent it yet, or would not' }),
    claim: z
      .object({ uid: id, name: z.string(), at: timestamp })
      .nullable()
      .meta({ description: 'Who has it in hand to send it, and since when, while it is approved' }),
    sent_at: timestamp.nullable(),
    done_at: timestamp.nullable(),
    withdrawn_at: timestamp.nullable(),
  })
  .meta({ id: 'StaffPayout' })
export type StaffPayout = z.input<typeof staffPayout>

export const payoutRefusals = refusals({
  unknown_payout: [404, 'Payout not found'],
  payout_moved: [409, 'This payout is at another step by now. Please look again.'],
  nothing_to_pay_out: [409, 'Nothing is left of what was paid in crypto'],
  coins_not_confirmed: [
    409,
    'NOWPayments calls this payment failed. Look in its dashboard whether the coins are there, and say so.',
  ],
  unknown_coin: [
    409,
    'Addresses of {coin} cannot be checked here: pay it out by hand and take the time under the customer’s subscriptions.',
  ],
  several_coins: [
    409,
    'This order was paid in several coins: pay each out by hand and take the time under the customer’s subscriptions.',
  ],
  invoice_expired: [
    409,
    'The customer’s Lightning invoice has expired, so it cannot be paid. Withdraw this payout and offer it again, so that the customer can enter a new invoice.',
  ],
  only_by_hand: [409, 'Only a BTCPay Server sends payouts by itself. Send this one by hand.'],
  key_cannot_send: [
    409,
    'The API key of the BTCPay Server may not pay out: give it {permissions} for this store, or send it by hand.',
  ],
  paid_back_already: [409, 'This payment was given back in another way. Withdraw the payout.'],
  payout_claimed: [
    409,
    '{name} took this payout in hand {when} and may have sent it. Ask them, or take it over.',
  ],
  payout_unclaimed: [
    409,
    'Press ‘I send it’ first, so that nobody else sends it as well. Load the page again if it has no such button.',
  ],
  payout_approved: [
    403,
    'This payout is approved and may be sent at this moment. Ask an administrator to withdraw it.',
  ],
})
const { unknown_payout, payout_moved, paid_back_already, payout_approved } = payoutRefusals
const { refund_above_limit } = refundRefusals
const { only_by_hand, key_cannot_send, payout_claimed, payout_unclaimed } = payoutRefusals

const one = { params: z.object({ id: z.uuid() }), result: staffPayout }
const moving = { unknown_payout, payout_moved }

export const staffPayouts = {
  list: endpoint({
    method: 'GET',
    path: '/admin/orders/{id}/payouts',
    who: 'staff',
    can: 'view_orders',
    summary: 'The payouts of an order',
    description: 'Newest first.',
    params: z.object({ id: z.uuid() }),
    query: z.object(paged(25)),
    result: z.object({
      payouts: z.array(staffPayout),
      total: z.int(),
      rest: z
        .object({
          kind: z.enum(['over', 'short']),
          amount: money,
          unconfirmed: z.boolean().meta({
            description:
              'NOWPayments calls the payment failed and does not say whether its coins are there',
          }),
          rates_differ: z.boolean().meta({
            description:
              'The coins of a surplus arrived at different exchange rates, so the shop does not offer it automatically. An offer returns them at the average rate',
          }),
        })
        .nullable()
        .meta({ description: 'What came in beside the total, as far as it was not offered yet' }),
    }),
    refusals: orderRefusals,
  }),
  offer: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/payouts',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Offer to give back what was paid in crypto',
    description:
      'Mails the customer a link that is good for seven days, where they say the address. What is offered is spoken for; time and what else goes with it goes when it is sent.',
    params: z.object({ id: z.uuid() }),
    body: newRefund,
    result: staffPayout,
    status: 201,
    refusals: { ...orderRefusals, ...refundRefusals, ...payoutRefusals },
  }),
  offerRest: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/payouts/rest',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Offer what came in beside the total of an order',
    description:
      'What was paid above the total of a finished order, or all that came for one that was not paid in full.',
    params: z.object({ id: z.uuid() }),
    query: z.object({
      arrived: flag.meta({
        description: 'Somebody has seen at the provider that it has the coins of what failed',
      }),
    }),
    result: staffPayout,
    status: 201,
    refusals: { ...orderRefusals, ...payoutRefusals },
  }),
  effects: endpoint({
    method: 'GET',
    path: '/admin/payouts/{id}/effects',
    who: 'staff',
    can: 'view_orders',
    summary: 'What sending a payout will do',
    params: z.object({ id: z.uuid() }),
    result: refundEffects,
    refusals: moving,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/withdraw',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Withdraw a payout that was not sent',
    description:
      'One that is approved is withdrawn by who may send it. One that the BTCPay Server has is taken from it first: 502 when it does not answer.',
    ...one,
    body: z.object({ reason }),
    refusals: {
      ...moving,
      payout_approved,
      payout_claimed,
      refund_above_limit,
      ...providerRefusals,
    },
  }),
  previewWithdraw: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/withdraw/preview',
    who: 'staff',
    can: 'refund_orders',
    summary: 'What withdrawing a payout would do',
    description: 'Does it and takes it back at once: nothing changes and no server is asked.',
    params: z.object({ id: z.uuid() }),
    result: z.object({
      again: money.meta({ description: 'What can be given back of the order then' }),
    }),
    refusals: { ...moving, payout_approved, payout_claimed, refund_above_limit },
  }),
  approve: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/approve',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Approve where a payout goes',
    ...one,
    body: z.object({
      address: z.string().max(2000).meta({ description: 'The one that was seen' }),
      by_server: z
        .boolean()
        .default(false)
        .meta({ description: 'Have the BTCPay Server send it, instead of sending it by hand' }),
      reason,
    }),
    refusals: {
      ...moving,
      ...{ paid_back_already, only_by_hand, key_cannot_send },
      ...providerRefusals,
    },
  }),
  claim: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/claim',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Take an approved payout in hand, to send it',
    description:
      'From then on nobody else sends or withdraws it, until it is given back or taken over.',
    ...one,
    body: z.object({
      take_from: id.nullable().default(null).meta({
        description:
          'Who is seen to have it, where it is taken over; refused when that has changed',
      }),
    }),
    refusals: { ...moving, payout_claimed, paid_back_already },
  }),
  release: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/release',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Give back a payout that one has in hand and has not sent',
    ...one,
    refusals: { ...moving, payout_claimed },
  }),
  sent: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/sent',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Say that a payout was sent by hand',
    description:
      'By who has it in hand. The time that goes with it goes now, and the customer is mailed.',
    ...one,
    body: z.object({
      transaction_id: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{16,128}$/, 'Enter the id that the network gave the transaction'),
    }),
    refusals: { ...moving, paid_back_already, payout_claimed, payout_unclaimed },
  }),
  done: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/done',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Say that a payout has arrived',
    ...one,
    refusals: moving,
  }),
}
