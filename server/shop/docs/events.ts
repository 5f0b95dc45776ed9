import * as z from 'zod'
import { catalogue } from '#server/platform/events/catalogue.ts'
import type { Declaration } from '#server/platform/events/event.ts'

type Json = Record<string, unknown>

const staff = { id: 2, username: 'Ada' }
const person = { userId: 41, staff }

/** Each event's log message, the schema of its data in the wire format, and a sample. */
export function describeEvents(schemaOf: (schema: z.ZodType) => Json): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(catalogue as unknown as Record<string, Declaration<z.ZodType, object>>).map(
      ([type, { data, sample, log }]) => [
        type,
        {
          summary: log({ ...person, data: sample }).message,
          schema: schemaOf(data),
          example: z.encode(data, sample),
        },
      ],
    ),
  )
}
