import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { timestamp } from '#contract/wire/wire.ts'

const pairing = z
  .object({
    code: z.string(),
    name: z.string(),
    os: z.string(),
    address: z.string().nullable().meta({ description: 'Where the loader’s request came from' }),
    asked_at: timestamp,
    build: z
      .enum(['yours', 'none', 'not_yours'])
      .meta({ description: 'Owner of the loader, according to its stamp' }),
  })
  .meta({ id: 'Pairing' })
export type Pairing = z.input<typeof pairing>

const pairingRefusals = refusals({
  unknown_pairing_code: [
    404,
    'This code is unknown or has expired. Start the loader again to get a new one.',
  ],
})
const byCode = { params: z.object({ code: z.string().max(20) }) }

/** The customer's side of linking a device, at `/link`. */
export const pairings = {
  get: endpoint({
    method: 'GET',
    path: '/user/pairings/{code}',
    who: 'user',
    summary: 'Read the device that shows this code',
    limit: { max: 60, seconds: 3600, by: 'user' },
    ...byCode,
    result: pairing,
    refusals: pairingRefusals,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/user/pairings/{code}',
    who: 'user',
    summary: 'Link a device, or decline',
    limit: { max: 60, seconds: 3600, by: 'user' },
    ...byCode,
    body: z.object({ approve: z.boolean() }),
    result: z.object({ paired: z.boolean() }),
    refusals: {
      ...pairingRefusals,
      ...refusals({
        build_not_yours: [
          409,
          'This loader was issued to another customer. Download your own from the dashboard.',
        ],
        too_many_pairings: [
          429,
          'You have linked the maximum number of devices for one hour. Please try again later.',
        ],
      }),
    },
  }),
}
