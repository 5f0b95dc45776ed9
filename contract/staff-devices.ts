import * as z from 'zod'
import { device } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { userRefusals } from './staff-users.ts'
import { done, id, pathId, timestamp } from './wire.ts'

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
    device: z.string().nullable().meta({ description: 'The name of the computer' }),
    by: z.string().nullable().meta({ description: 'The member of staff who did it, if one did' }),
    reason: z.string().nullable(),
    parts: z.array(z.string()).meta({ description: 'What changed of a computer that drifted' }),
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
    summary: 'The computers of a user',
    description: 'Those that are bound, the one that was seen last first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({
      devices: z.array(device),
      total: z.int(),
      next_release_at: timestamp.nullable().meta({
        description: 'When the customer may release one; null: now',
      }),
    }),
    refusals: userRefusals,
  }),
  history: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/devices/history',
    who: 'staff',
    can: 'view_users',
    summary: 'What happened to the computers of a user',
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
    summary: 'Release one computer of a user',
    description: 'What runs on it ends within a heartbeat. The cooldown of the customer stays.',
    params: z.object({ uid: pathId, id: pathId }),
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({ unknown_user_device: [404, 'This computer was released already'] }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/hwid',
    who: 'staff',
    can: 'reset_devices',
    summary: 'Let the loader of a user run on another machine',
    description: 'All of their computers are released.',
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
    summary: 'Let a user release a computer at once',
    ...one,
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({ no_cooldown: [409, 'They can release a device already'] }),
    },
  }),
}
