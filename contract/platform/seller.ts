import * as z from 'zod'

/** The seller's details that trade law requires the shop to publish. */
export const seller = z
  .object({
    name: z.string().meta({ description: 'Name of the person or company' }),
    address: z.string().meta({ description: 'May have several lines' }),
    contact: z
      .string()
      .meta({ description: 'An email address; if empty, customers use support tickets' }),
    number: z.string().meta({ description: 'Registration or tax number; may be empty' }),
  })
  .meta({ id: 'Seller' })
export type Seller = z.output<typeof seller>
