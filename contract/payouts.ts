import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { linkRefusals } from './link-refusals.ts'
import { refusals } from './refusals.ts'
import { line } from './text.ts'
import { money, timestamp } from './wire.ts'

/**
 * `given`: the customer has confirmed an address. `withdrawn`: cancelled, or no address was given
 * in time.
 */
export const payoutStatuses = ['offered', 'given', 'approved', 'sent', 'done', 'withdrawn'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** The name that exchanges use for the memo of this network. */
export const memoName = (network: string | null) =>
  network?.toLowerCase() === 'xrp' ? 'Destination tag' : 'Memo'

/** Why crypto is returned: the order was refunded, overpaid or underpaid. */
export const payoutKinds = ['refund', 'over', 'short'] as const
export type PayoutKind = (typeof payoutKinds)[number]

/** In the shop's currency. Returning a smaller amount costs more than it is worth. */
export const leastSurplus = 1

/** A payout as the customer and staff see it. */
export const payout = z
  .object({
    status: z.enum(payoutStatuses),
    kind: z.enum(payoutKinds),
    order_id: z.uuid(),
    amount: money.meta({ description: 'What the coins were worth when they were paid' }),
    coins: z.number().meta({ description: 'What is sent, in `currency`' }),
    currency: z.string().meta({ example: 'btc' }),
    network: z.string().nullable(),
    address: z.string().nullable(),
    memo: z.string().nullable(),
    expires_at: timestamp.meta({ description: 'Until then an address can be given' }),
    ran_out: z.boolean().meta({
      description: 'Nobody gave an address in time; else staff or the shop withdrew it',
    }),
    transaction_id: z.string().nullable(),
    transaction_url: z.string().nullable().meta({ description: 'Where the network shows it' }),
  })
  .meta({ id: 'Payout' })

const customerPayout = payout
  .extend({
    takes_memo: z.boolean().meta({ description: 'Some addresses of this coin need a memo or tag' }),
    code_sent: z.boolean().meta({ description: 'A code for the address was mailed and counts' }),
    email: z.string().meta({ description: 'Where codes go, masked' }),
    takes: z
      .array(z.string())
      .meta({ description: 'Products of which it takes time, once the coins are sent' }),
  })
  .meta({ id: 'CustomerPayout' })
export type CustomerPayout = z.input<typeof customerPayout>

const token = z.string().max(200).meta({ description: 'From the link in the mail' })

const common = {
  method: 'POST',
  who: 'anyone',
  duringMaintenance: true,
  result: customerPayout,
} as const

const offerOver = refusals({
  payout_over: [
    409,
    'This offer is over. Please open a ticket under Support on your dashboard, and you get another one.',
  ],
})

const givingRefusals = {
  ...linkRefusals,
  ...offerOver,
  ...refusals({
    address_settled: [
      409,
      'An address was confirmed already. Please open a ticket under Support on your dashboard if it is wrong.',
    ],
  }),
}

export const payouts = {
  open: endpoint({
    method: 'GET',
    path: '/user/orders/{id}/payout',
    who: 'user',
    duringMaintenance: true,
    limit: { max: 60, seconds: 300, by: 'user' },
    summary: 'Open the payout that my order offers',
    description:
      'Returns the token of the link in the mail. Confirming the address still takes a code that is mailed.',
    params: z.object({ id: z.uuid() }),
    result: z.object({ token: z.string() }),
    refusals: offerOver,
  }),
  read: endpoint({
    ...common,
    path: '/payouts/read',
    limit: { max: 60, seconds: 300, by: 'address' },
    summary: 'Read the payout of a link',
    description: 'Changes nothing: mail programs open links by themselves.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  address: endpoint({
    ...common,
    path: '/payouts/address',
    limit: { max: 20, seconds: 300, by: 'address' },
    summary: 'Say where a payout goes',
    description:
      'The address is checked by its coin, and a code is mailed that confirms it. Another address takes another code.',
    body: z.object({
      token,
      address: z
        .string()
        .trim()
        .min(1, 'Enter the address of your wallet')
        .max(2000, 'This is too long for an address'),
      memo: z
        .string()
        .trim()
        .pipe(z.union([z.literal(''), line(100)]))
        .default(''),
    }),
    refusals: {
      ...givingRefusals,
      ...refusals({
        wrong_address: [
          422,
          'This is no address of {coin}, or a character of it is wrong. Please copy it once more.',
        ],
        wrong_invoice: [
          422,
          'This invoice asks for another amount. Please make one of exactly {coins} {coin}, or of none.',
        ],
        expired_invoice: [
          422,
          'This invoice has expired. Please create one that is valid for a few days.',
        ],
        wrong_memo: [
          422,
          'A destination tag is a number of up to ten digits; a memo has at most 28 characters on Stellar, and 100 on TON',
        ],
        too_many_codes: [
          409,
          'Too many codes were sent for this payout. Please open a ticket under Support on your dashboard.',
        ],
      }),
    },
  }),
  confirm: endpoint({
    ...common,
    path: '/payouts/confirm',
    limit: { max: 30, seconds: 300, by: 'address' },
    summary: 'Confirm the address of a payout by the code that was mailed',
    description: 'Only the address that is shown: another one is refused, and its code stays good.',
    body: z.object({
      token,
      code: z
        .string()
        .overwrite((code) => code.replace(/\s/g, ''))
        .regex(/^\d{6}$/, 'Enter the six digits of the mail'),
      address: z
        .string()
        .max(2000)
        .meta({ description: 'The address that its customer was shown' }),
      memo: z.string().max(100).default(''),
    }),
    refusals: {
      ...givingRefusals,
      ...refusals({
        payout_address_moved: [
          409,
          'Another address was given since. Compare the one that is shown now, and enter the code that was mailed for it.',
        ],
        wrong_payout_code: [422, 'This is not the code of the latest mail'],
        payout_code_over: [409, 'This code is over. Please have another one sent.'],
      }),
    },
  }),
}
