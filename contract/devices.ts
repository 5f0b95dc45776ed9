import * as z from 'zod'
import {
  currentPasswordRefusals,
  factorOffRefusals,
  passwordOrCode,
  takenCodeRefusals,
} from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { loaderCodeNames } from './loader-codes.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { done, id, pathId, timestamp } from './wire.ts'

/** A device that a customer's loader is bound to. */
export const device = z
  .object({
    id: z.int(),
    name: z.string(),
    os: z.string(),
    first_seen: timestamp,
    last_seen: timestamp,
    running: z.array(z.string()).meta({ description: 'Products that run on it now' }),
    products: z.array(z.string()).meta({ description: 'Products that it has a place of' }),
    pairing: id.nullable().meta({ description: 'The loader that is signed in on it; null: none' }),
  })
  .meta({ id: 'Device' })
export type Device = z.input<typeof device>

/** A loader that was linked but has not played yet, so its device is not known. */
const unplayed = z
  .object({ id, name: z.string(), os: z.string(), paired_at: timestamp })
  .meta({ id: 'UnplayedPairing' })
export type UnplayedPairing = z.input<typeof unplayed>

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/user/devices',
    who: 'user',
    summary: 'My computers',
    description: 'Those that were seen last first.',
    result: z.object({
      devices: z.array(device),
      unplayed: z.array(unplayed).meta({ description: 'Paired loaders that have not played yet' }),
      next_release_at: timestamp.nullable().meta({ description: 'Null: one can be released now' }),
    }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/user/devices/{id}/release',
    who: 'user',
    summary: 'Release a computer',
    description:
      'Takes the password, or a code of the second factor in its place. What runs on it ends within a heartbeat. A mail tells of it.',
    limit: { max: 10, seconds: 600, by: 'user' },
    params: z.object({ id: pathId }),
    body: passwordOrCode,
    result: z.object({ next_release_at: timestamp.nullable() }),
    refusals: {
      ...currentPasswordRefusals,
      ...takenCodeRefusals,
      ...factorOffRefusals,
      ...refusals({
        unknown_device: [404, 'This computer is not yours, or was released already'],
        release_too_soon: [409, 'You can release a device again on {date}'],
      }),
    },
  }),
  removePairing: endpoint({
    method: 'DELETE',
    path: '/user/devices/pairings/{id}',
    who: 'user',
    summary: 'Sign a loader out',
    description:
      'At any time, with the others of its computer: what runs there ends within a heartbeat. The computer keeps its places until it is released.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: refusals({
      unknown_pairing: [404, 'This loader is not yours, or was signed out already'],
    }),
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

/**
 * `22 November`: the day from which a device can be released again, as shown in the refusal and on
 * the page.
 */
export const releaseDay = (at: Date) => day.format(at)
