import * as z from 'zod'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'
import { device } from './devices.ts'

/** Events of a user's devices. */
export const deviceHappenings = [
  'bound',
  'drifted',
  'mismatched',
  'released',
  'reset',
  'cooldown_lifted',
] as const

const happening = z
  .object({
    id,
    kind: z.enum(deviceHappenings),
    device: z.string().nullable().meta({ description: 'Name of the device' }),
    by: z.string().nullable().meta({ description: 'The acting staff member, if any' }),
    reason: z.string().nullable(),
    parts: z.array(z.string()).meta({ description: 'Hardware that changed' }),
    created_at: timestamp,
  })
  .meta({ id: 'DeviceHappening' })
export type DeviceHappening = z.input<typeof happening>

const one = { params: z.object({ uid: pathId }) }

export const staffDevices = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/devices',
    who: 'staff',
    can: 'view_users',
    summary: 'List the devices of a user',
    description: 'Linked devices, last seen first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({
      devices: z.array(device),
      total: z.int(),
      next_release_at: timestamp.nullable().meta({
        description: 'When the customer can release a device; null: now',
      }),
    }),
    refusals: userRefusals,
  }),
  history: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/devices/history',
    who: 'staff',
    can: 'view_users',
    summary: 'List the device history of a user',
    description: 'Newest first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({ history: z.array(happening), total: z.int() }),
    refusals: userRefusals,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/devices/{id}',
    who: 'staff',
    can: 'reset_devices',
    summary: 'Release a device of a user',
    description:
      'Games running on it end at the next heartbeat. The customer’s cooldown is not affected.',
    params: z.object({ uid: pathId, id: pathId }),
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({ unknown_user_device: [404, 'This device was already released'] }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/hwid',
    who: 'staff',
    can: 'reset_devices',
    summary: 'Release all devices of a user',
    description: 'The customer can then use the loader on another device.',
    ...one,
    body: z.object({ reason: reason.optional() }).optional(),
    result: done,
    refusals: userRefusals,
  }),
  liftCooldown: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/devices/cooldown',
    who: 'staff',
    can: 'reset_devices',
    summary: 'End the release cooldown of a user',
    ...one,
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({ no_cooldown: [409, 'This user can already release a device'] }),
    },
  }),
}
