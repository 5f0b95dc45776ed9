import * as z from 'zod'

/** The seller's details that trade law requires the shop to publish. */
export const seller = z
  .object({
    name: z.string().meta({ description: 'Of the person or the company' }),
    address: z.string().meta({ description: 'Of several lines' }),
    contact: z.string().meta({ description: 'An email address; empty: by support ticket' }),
    number: z.string().meta({ description: 'Of the register or for tax; may be empty' }),
  })
  .meta({ id: 'Seller' })
export type Seller = z.output<typeof seller>
