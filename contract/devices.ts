import * as z from 'zod'
import { currentPasswordRefusals } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { loaderCodeNames } from './loader-codes.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { pathId, timestamp } from './wire.ts'

/** A computer that a loader of a customer is bound to. */
export const device = z
  .object({
    id: z.int(),
    name: z.string(),
    os: z.string(),
    first_seen: timestamp,
    last_seen: timestamp,
    running: z.array(z.string()).meta({ description: 'Products that run on it now' }),
    products: z.array(z.string()).meta({ description: 'Products that it has a place of' }),
  })
  .meta({ id: 'Device' })
export type Device = z.input<typeof device>

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/user/devices',
    who: 'user',
    summary: 'My computers',
    description: 'Those that were seen last first.',
    result: z.object({
      devices: z.array(device),
      next_release_at: timestamp.nullable().meta({ description: 'Null: one can be released now' }),
    }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/user/devices/{id}/release',
    who: 'user',
    summary: 'Release a computer',
    description: 'What runs on it ends within a heartbeat. A mail tells of it.',
    limit: { max: 10, seconds: 600, by: 'user' },
    params: z.object({ id: pathId }),
    body: z.object({ password: z.string().min(1, 'Enter your password').max(256) }),
    result: z.object({ next_release_at: timestamp.nullable() }),
    refusals: {
      ...currentPasswordRefusals,
      ...refusals({
        unknown_device: [404, 'This computer is not yours, or was released already'],
        release_too_soon: [409, 'You can release a device again on {date}'],
      }),
    },
  }),
  why: endpoint({
    method: 'GET',
    path: '/user/devices/why',
    who: 'user',
    summary: 'Why I cannot play',
    description: 'The decision that the loader of the computer that was used last would get now.',
    query: z.object({ game_id: pathId }),
    result: z.object({
      code: z.enum(loaderCodeNames),
      sentence: z.string(),
      advice: z.string(),
      next_release_at: timestamp.nullable(),
      device: z.string().nullable().meta({ description: 'Which computer that is' }),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** `22 November`: when a device can be released again, as the refusal and the page say it. */
export const releaseDay = (at: Date) => day.format(at)
