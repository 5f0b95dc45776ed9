import * as z from 'zod'
import {
  currentPasswordRefusals,
  factorOffRefusals,
  passwordOrCode,
  takenCodeRefusals,
} from '#contract/wire/credentials.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'
import { loaderCodeNames } from './loader-codes.ts'

/** A device that a customer's loader is bound to. */
export const device = z
  .object({
    id: z.int(),
    name: z.string(),
    os: z.string(),
    first_seen: timestamp,
    last_seen: timestamp,
    running: z.array(z.string()).meta({ description: 'Products that are running on it now' }),
    products: z
      .array(z.string())
      .meta({ description: 'Products for which it takes up a device slot' }),
    pairing: id.nullable().meta({ description: 'Loader that is signed in on it, or null' }),
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
    summary: 'List my devices',
    description: 'Last seen first.',
    result: z.object({
      devices: z.array(device),
      unplayed: z.array(unplayed).meta({
        description: 'Linked loaders that have not started a game yet, so their device is unknown',
      }),
      next_release_at: timestamp
        .nullable()
        .meta({ description: 'Null if a device can be released now' }),
    }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/user/devices/{id}/release',
    who: 'user',
    summary: 'Release a device',
    description:
      'Requires the password or a two-factor code. Games running on it end at the next heartbeat. The customer is notified by email.',
    limit: { max: 10, seconds: 600, by: 'user' },
    params: z.object({ id: pathId }),
    body: passwordOrCode,
    result: z.object({ next_release_at: timestamp.nullable() }),
    refusals: {
      ...currentPasswordRefusals,
      ...takenCodeRefusals,
      ...factorOffRefusals,
      ...refusals({
        unknown_device: [404, 'This device is not yours or was already released'],
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
      'Possible at any time. Also signs out the other loaders on the same device; games running there end at the next heartbeat. The device keeps its slots until it is released.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: refusals({
      unknown_pairing: [404, 'This loader is not yours or was already signed out'],
    }),
  }),
  why: endpoint({
    method: 'GET',
    path: '/user/devices/why',
    who: 'user',
    summary: 'Check why I cannot play',
    description: 'The decision that the loader on the most recently used device would get now.',
    query: z.object({ game_id: pathId }),
    result: z.object({
      code: z.enum(loaderCodeNames),
      sentence: z.string(),
      advice: z.string(),
      frozen_by: z.enum(['pause', 'dispute', 'shop']).nullable().meta({
        description:
          'Why the time is frozen if `code` is FROZEN: `pause` by the customer, `dispute` of a payment, or `shop`, for example during an incident',
      }),
      next_release_at: timestamp.nullable(),
      device: z.string().nullable().meta({ description: 'The device that was checked' }),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * `Nov 22, 2026`: the day from which a device can be released again, as shown in the refusal and on
 * the page.
 */
export const releaseDay = (at: Date) => day.format(at)
