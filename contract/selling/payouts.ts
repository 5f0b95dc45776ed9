import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { linkRefusals } from '#contract/wire/link-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { money, timestamp } from '#contract/wire/wire.ts'

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
    amount: money.meta({ description: 'Value of the coins at the time of payment' }),
    coins: z.number().meta({ description: 'Amount to send, in `currency`' }),
    currency: z.string().meta({ example: 'btc' }),
    network: z.string().nullable(),
    address: z.string().nullable(),
    memo: z.string().nullable(),
    expires_at: timestamp.meta({ description: 'Deadline for entering an address' }),
    ran_out: z.boolean().meta({
      description: 'The customer did not enter an address in time, or the payout was withdrawn',
    }),
    transaction_id: z.string().nullable(),
    transaction_url: z
      .string()
      .nullable()
      .meta({ description: 'Link to the transaction in a block explorer' }),
  })
  .meta({ id: 'Payout' })

const customerPayout = payout
  .extend({
    takes_memo: z.boolean().meta({ description: 'Some addresses of this coin need a memo or tag' }),
    code_sent: z.boolean().meta({ description: 'A code for the address was emailed and is valid' }),
    email: z.string().meta({ description: 'Masked email address that receives the codes' }),
    takes: z
      .array(z.string())
      .meta({ description: 'Products whose time is revoked when the coins are sent' }),
  })
  .meta({ id: 'CustomerPayout' })
export type CustomerPayout = z.input<typeof customerPayout>

const token = z.string().max(200).meta({ description: 'Token from the link in the email' })

const common = {
  method: 'POST',
  who: 'anyone',
  duringMaintenance: true,
  result: customerPayout,
} as const

const offerOver = refusals({
  payout_over: [
    409,
    'This offer has ended. To get a new one, open a ticket under Support on your dashboard.',
  ],
})

const givingRefusals = {
  ...linkRefusals,
  ...offerOver,
  ...refusals({
    address_settled: [
      409,
      'An address was already confirmed. If it is wrong, open a ticket under Support on your dashboard.',
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
      'Returns the token of the link in the email. Confirming the address still requires an emailed code.',
    params: z.object({ id: z.uuid() }),
    result: z.object({ token: z.string() }),
    refusals: offerOver,
  }),
  read: endpoint({
    ...common,
    path: '/payouts/read',
    limit: { max: 60, seconds: 300, by: 'address' },
    summary: 'Read the payout of a link',
    description: 'Changes nothing, because mail programs open links automatically.',
    body: z.object({ token }),
    refusals: linkRefusals,
  }),
  address: endpoint({
    ...common,
    path: '/payouts/address',
    limit: { max: 20, seconds: 300, by: 'address' },
    summary: 'Set the payout address',
    description:
      'Validates the address for the coin and emails a confirmation code. Each new address needs a new code.',
    body: z.object({
      token,
      address: z
        .string()
        .trim()
        .min(1, 'Enter your wallet address')
        .max(2000, 'The address is too long'),
      memo: z
        .string()
        .trim()
        .pipe(z.union([z.literal(''), line(100)]))
        .default(''),
    }),
    refusals: {
      ...givingRefusals,
      ...refusals({
        wrong_address: [422, 'This is not a valid {coin} address. Copy and paste it again.'],
        wrong_invoice: [
          422,
          'This invoice is for a different amount. Create one for exactly {coins} {coin}, or one without an amount.',
        ],
        expired_invoice: [
          422,
          'This invoice has expired. Please create one that is valid for a few days.',
        ],
        wrong_memo: [
          422,
          'A destination tag is a number with up to ten digits. A memo can have at most 28 characters on Stellar and 100 on TON',
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
    summary: 'Confirm the payout address with the emailed code',
    description:
      'Only confirms the address that is shown. A different address is refused, and the code stays valid.',
    body: z.object({
      token,
      code: z
        .string()
        .overwrite((code) => code.replace(/\s/g, ''))
        .regex(/^\d{6}$/, 'Enter the six-digit code from the email'),
      address: z
        .string()
        .max(2000)
        .meta({ description: 'The address that the customer was shown' }),
      memo: z.string().max(100).default(''),
    }),
    refusals: {
      ...givingRefusals,
      ...refusals({
        payout_address_moved: [
          409,
          'The address has changed. Check the address that is shown now, then enter the code that was emailed for it.',
        ],
        wrong_payout_code: [422, 'This code does not match the one in the latest email'],
        payout_code_over: [409, 'This code has expired. Request a new one.'],
      }),
    },
  }),
}
