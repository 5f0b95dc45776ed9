import * as z from 'zod'
// Imported for its effect: nearly all endpoints use this file, so they get the error sentences.
import './sentences.ts'
import { isPlan } from './terms.ts'

export const tooManyDecimals = 'At most two decimals are allowed'

/** Upper limit of every amount. */
export const mostMoney = 1_000_000_000

/** Units in JSON (`19.99`), integer cents in the code. More than two decimals are rejected. */
export const money = z
  .codec(z.number().min(-mostMoney).max(mostMoney), z.int(), {
    decode: (units, context) => {
      const cents = Math.round(units * 100)
      if (Math.abs(units * 100 - cents) > 1e-6) {
        context.issues.push({
          code: 'custom',
          input: units,
          message: tooManyDecimals,
        })
      }
      return cents
    },
    encode: (cents) => cents / 100,
  })
  .meta({ description: 'In the shop’s currency, at most two decimals', example: 19.99 })

/** ISO 8601 in UTC in JSON, a Date in the code. */
export const timestamp = z
  .codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: 'ISO 8601 date and time in UTC', example: '2026-11-21T09:30:00.000Z' })

const dayEnd = /^(\d{4}-\d\d-\d\d)T24:00(?::00(?:\.0+)?)?Z$/

/**
 * The start or end of a time filter. Hour 24 is the end of the day and requires minute and second
 * 0.
 */
export const timeBound = z
  .string()
  .transform((text) => {
    const [, day] = dayEnd.exec(text) ?? []
    if (!z.iso.date().safeParse(day).success) return text
    return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString()
  })
  .pipe(timestamp)
  .meta({ description: 'ISO 8601 date and time in UTC', example: '2026-11-21T24:00:00Z' })

const maxId = Number.MAX_SAFE_INTEGER

/** A numeric id in a request or response body. */
export const id = z.int().positive().max(maxId).meta({ example: 7 })

const idAsText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Must be a positive whole number')
  .transform(Number)
  .pipe(z.number().max(maxId))
  .meta({ description: 'Numeric id', example: '7' })

/** A numeric id in a path or a query. It is sent as text, and callers may pass a number. */
export const pathId = idAsText as z.ZodType<number, number | string>

/** The month terms that a customer can buy. */
export const months = z
  .union([z.literal(1), z.literal(3), z.literal(6), z.literal(12)])
  .meta({ description: 'Subscription length in months', example: 3 })
export type Months = z.output<typeof months>

/** The term of a purchase as one word. */
export const plan = z
  .string()
  .max(8)
  .refine(isPlan, 'Enter a plan such as 7d, 2w, 3m or lifetime')
  .meta({
    description: 'Days (`7d`), weeks (`2w`), months (`3m`) or `lifetime`',
    example: '2w',
  })

/** A term in JSON: its plan, and its months if it has 1, 3, 6 or 12. */
export const term = {
  term_length: months.nullable().meta({ description: 'In months; null for any other term' }),
  plan: plan.meta({ description: 'The same for all terms, such as `3m`, `2w` or `lifetime`' }),
}

/** The result of a call that only reports success. */
export const done = z.literal(true)

/** The error response. */
export const failure = z.object({
  code: z
    .string()
    .meta({ description: 'Stable error code for programs', example: 'unknown_order' }),
  detail: z
    .union([
      z.string(),
      z.array(
        z.object({
          type: z.string(),
          loc: z.array(z.union([z.string(), z.number()])),
          msg: z.string(),
        }),
      ),
    ])
    .meta({ description: 'A sentence; for 422 a list of the invalid fields' }),
  request_id: z.string().optional().meta({ description: 'Only for 500: quote it to support' }),
})
