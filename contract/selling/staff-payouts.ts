import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { flag, paged } from '#contract/wire/lists.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, timestamp } from '#contract/wire/wire.ts'
import { orderRefusals } from './orders.ts'
import { providerRefusals } from './payment-refusals.ts'
import { payout } from './payouts.ts'
import { newRefund, refundEffects, refundRefusals } from './staff-refunds.ts'

export const staffPayout = payout
  .extend({
    id: z.uuid(),
    created_at: timestamp,
    by: z
      .string()
      .nullable()
      .meta({ description: 'The staff member who offered it; null if it was automatic' }),
    given_at: timestamp.nullable(),
    approved_at: timestamp.nullable(),
    approved_by: z.string().nullable(),
    provider: z.enum(['nowpayments', 'btcpay']),
    by_server: z
      .boolean()
      .meta({ description: 'The BTCPay Server sends it from its own wallet once it is approved' }),
    server_note: z.string().nullable().meta({ description: 'Why the server has not sent it' }),
    claim: z.object({ uid: id, name: z.string(), at: timestamp }).nullable().meta({
      description:
        'While approved: the staff member that claimed it for sending by hand, and since when',
    }),
    sent_at: timestamp.nullable(),
    done_at: timestamp.nullable(),
    withdrawn_at: timestamp.nullable(),
  })
  .meta({ id: 'StaffPayout' })
export type StaffPayout = z.input<typeof staffPayout>

export const payoutRefusals = refusals({
  unknown_payout: [404, 'Payout not found'],
  payout_moved: [409, 'The status of this payout has changed. Reload the page.'],
  nothing_to_pay_out: [409, 'None of the crypto payment is left to refund'],
  coins_not_confirmed: [
    409,
    'NOWPayments reports this payment as failed. Check in its dashboard whether the coins arrived, then confirm it here.',
  ],
  unknown_coin: [
    409,
    '{coin} addresses cannot be validated here. Pay it out by hand and revoke the time under the customer’s subscriptions.',
  ],
  several_coins: [
    409,
    'This order was paid in several coins. Pay each out by hand and revoke the time under the customer’s subscriptions.',
  ],
  invoice_expired: [
    409,
    'The customer’s Lightning invoice has expired, so it cannot be paid. Withdraw this payout and offer it again, so that the customer can enter a new invoice.',
  ],
  only_by_hand: [
    409,
    'Only a BTCPay Server can send payouts automatically. Send this one by hand.',
  ],
  key_cannot_send: [
    409,
    'The API key of the BTCPay Server lacks the permission to send payouts. Add {permissions} for this store, or send it by hand.',
  ],
  paid_back_already: [409, 'This payment was refunded in another way. Withdraw the payout.'],
  payout_claimed: [
    409,
    '{name} claimed this payout {when} and may have sent it. Ask them, or take it over.',
  ],
  payout_unclaimed: [
    409,
    'Claim this payout first, so that nobody else sends it too. Reload the page if you do not see a button for it.',
  ],
  payout_approved: [
    403,
    'This payout is approved and may be on its way. Ask an administrator to withdraw it.',
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
    summary: 'List the payouts of an order',
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
              'NOWPayments reports the payment as failed and does not say whether it has the coins',
          }),
          rates_differ: z.boolean().meta({
            description:
              'The coins above the total arrived at different exchange rates, so the shop does not offer them automatically. An offer returns them at the average rate',
          }),
        })
        .nullable()
        .meta({ description: 'Amount received above the total that was not offered back yet' }),
    }),
    refusals: orderRefusals,
  }),
  offer: endpoint({
    method: 'POST',
    path: '/admin/orders/{id}/payouts',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Offer a refund of a crypto payment',
    description:
      'Emails the customer a link to enter an address, valid for seven days. The amount is reserved; time and everything else that is revoked with it is revoked when the payout is sent.',
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
    summary: 'Offer a refund of an order’s surplus',
    description:
      'The amount paid above the total of a finished order, or everything received for an order that was not paid in full.',
    params: z.object({ id: z.uuid() }),
    query: z.object({
      arrived: flag.meta({
        description:
          'A staff member has checked that the provider has the coins of the failed payment',
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
    summary: 'Preview sending a payout',
    params: z.object({ id: z.uuid() }),
    result: refundEffects,
    refusals: moving,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/withdraw',
    who: 'staff',
    can: 'refund_orders',
    summary: 'Withdraw an unsent payout',
    description:
      'Withdrawing an approved payout needs the permission to send payouts. If the BTCPay Server already has it, it is canceled there first: 502 if the server does not respond.',
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
    summary: 'Preview withdrawing a payout',
    description:
      'Runs the action in a transaction that is rolled back: nothing changes and no server is called.',
    params: z.object({ id: z.uuid() }),
    result: z.object({
      again: money.meta({ description: 'What can be refunded of the order afterwards' }),
    }),
    refusals: { ...moving, payout_approved, payout_claimed, refund_above_limit },
  }),
  approve: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/approve',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Approve a payout address',
    ...one,
    body: z.object({
      address: z.string().max(2000).meta({ description: 'The address that was reviewed' }),
      by_server: z
        .boolean()
        .default(false)
        .meta({ description: 'Let the BTCPay Server send it instead of sending it by hand' }),
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
    summary: 'Claim an approved payout to send it',
    description:
      'From then on nobody else can send or withdraw it, until it is released or taken over.',
    ...one,
    body: z.object({
      take_from: id.nullable().default(null).meta({
        description:
          'To take it over: the id of the staff member with the claim; refused if that has changed',
      }),
    }),
    refusals: { ...moving, payout_claimed, paid_back_already },
  }),
  release: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/release',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Release a claimed payout that was not sent',
    ...one,
    refusals: { ...moving, payout_claimed },
  }),
  sent: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/sent',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Mark a payout as sent by hand',
    description:
      'By the staff member who claimed it. The time that belongs to it is revoked now, and the customer is emailed.',
    ...one,
    body: z.object({
      transaction_id: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{16,128}$/, 'Enter the transaction ID from the network'),
    }),
    refusals: { ...moving, paid_back_already, payout_claimed, payout_unclaimed },
  }),
  done: endpoint({
    method: 'POST',
    path: '/admin/payouts/{id}/done',
    who: 'staff',
    can: 'send_payouts',
    summary: 'Mark a payout as arrived',
    ...one,
    refusals: moving,
  }),
}
