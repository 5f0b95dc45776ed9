import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { serviceName } from './health.ts'
import { refusals } from './refusals.ts'
import { realShopOnly } from './setup.ts'
import { done, timestamp } from './wire.ts'

/** A key as it is copied from a provider's page. */
const key = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(300)
  .regex(/^[\x21-\x7e]*$/, 'A key has no spaces and no special characters')

const serviceKey = z.object({
  name: z.string().meta({ example: 'STRIPE_SECRET_KEY' }),
  shown: z
    .string()
    .nullable()
    .meta({ description: 'The end of a secret, all of what is none; null when it is not set' }),
})

export const serviceSetup = z
  .object({
    name: serviceName,
    source: z
      .enum(['environment', 'here'])
      .nullable()
      .meta({ description: 'Where its keys come from; the environment goes first' }),
    keys: z.array(serviceKey),
    set_by: z.string().nullable(),
    set_at: timestamp.nullable(),
    unreadable: z
      .boolean()
      .meta({ description: 'Stored, and sealed with a key that this process does not have' }),
  })
  .meta({ id: 'ServiceSetup' })
export type ServiceSetup = z.input<typeof serviceSetup>

export const finding = z
  .object({
    kind: z.enum(['good', 'bad', 'note']),
    text: z.string(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.input<typeof finding>

const tried = z.object({
  saved: z.boolean().meta({ description: 'All was well, and the shop goes by these keys now' }),
  findings: z.array(finding).meta({ description: 'What was tested, and what came of it' }),
})

const setRefusals = {
  ...realShopOnly,
  ...refusals({
    set_by_environment: [
      409,
      'The environment sets this service up, and goes before what is given here: change {variables} there and start the shop again.',
    ],
  }),
}

const shared = {
  who: 'staff',
  can: 'manage_services',
  limit: { max: 20, seconds: 600, by: 'user' },
} as const

export const services = {
  list: endpoint({
    method: 'GET',
    path: '/admin/services',
    who: 'staff',
    can: 'manage_services',
    summary: 'How each service outside is set up',
    result: z.object({
      services: z.array(serviceSetup),
      test_mode: z.boolean(),
    }),
  }),
  setNowpayments: endpoint({
    ...shared,
    method: 'PUT',
    path: '/admin/services/nowpayments',
    summary: 'Take crypto payments with these keys',
    description: 'Tries them first, and keeps them only when they work.',
    body: z.strictObject({ api_key: key, ipn_secret: key }),
    result: tried,
    refusals: setRefusals,
  }),
  test: endpoint({
    ...shared,
    method: 'POST',
    path: '/admin/services/{name}/test',
    summary: 'Try the keys that hold',
    description: 'With real calls, and in the provider’s words where something is wrong.',
    params: z.object({ name: serviceName }),
    result: z.object({ findings: z.array(finding) }),
    refusals: refusals({ not_configured: [409, 'This service is not set up'] }),
  }),
  remove: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/admin/services/{name}',
    summary: 'Forget the keys that were given here',
    description: 'The service is not offered any longer, unless the environment sets it up.',
    params: z.object({ name: serviceName }),
    result: done,
    refusals: refusals({ no_keys: [404, 'No keys of this service were given here'] }),
  }),
}
