import * as z from 'zod'
import { id, money, timestamp } from '#contract/wire/wire.ts'

export const disputeStates = [
  'warning',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'withdrawn',
] as const
export const disputeState = z.enum(disputeStates).meta({
  description: 'A `warning` is an inquiry: no money has been withdrawn yet',
})
export type DisputeState = z.output<typeof disputeState>

/** A dispute of an order, as a row of a list. */
export const disputeLine = z
  .object({
    id,
    state: disputeState,
    reason: z
      .string()
      .meta({ description: 'The provider’s dispute reason', example: 'fraudulent' }),
    amount: money,
    due_at: timestamp.nullable(),
    opened_at: timestamp,
  })
  .meta({ id: 'DisputeLine' })
export type DisputeLine = z.input<typeof disputeLine>

/** The effect of the dispute on the customer's time when it was opened. */
export const disputeOpening = z.enum(['frozen', 'revoked', 'left'])
export type DisputeOpening = z.output<typeof disputeOpening>
