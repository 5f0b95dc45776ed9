import * as z from 'zod'
import { money, timestamp } from '#contract/wire/wire.ts'

/**
 * `asked` until the provider has answered. A `failed` or `canceled` refund can be requested again.
 */
export const refundStatuses = ['asked', 'pending', 'succeeded', 'failed', 'canceled'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** A refund as the customer sees it. */
export const refund = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    amount: money,
    status: z.enum(refundStatuses),
    by_bank: z.boolean().meta({
      description:
        'Withdrawn by a bank in a dispute of part of the order; `failed` if the dispute was later won on appeal',
    }),
  })
  .meta({ id: 'Refund' })
