import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { order, renewal } from './orders.ts'
import { userRefusals } from './users.ts'
import { done, id, pathId, timestamp } from './wire.ts'

export const infraction = z
  .object({
    id,
    type: z.string().meta({ example: 'shared_loader' }),
    reason: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    cleared_at: timestamp.nullable().meta({ description: 'When a reset took it out of the count' }),
  })
  .meta({ id: 'Infraction' })
export type Infraction = z.input<typeof infraction>

export const discordAccount = z
  .object({
    id: z.string().meta({ description: 'At Discord', example: '80351110224678912' }),
    username: z.string(),
    linked_at: timestamp,
    roles: z.array(
      z.object({
        role_id: z.string(),
        games: z.array(z.string()).meta({ description: 'The products that give it' }),
        state: z.enum(['pending', 'given', 'left_server', 'forbidden', 'failed']),
        detail: z.string().meta({ description: 'Why, in words; may be empty' }),
        checked_at: timestamp,
      }),
    ),
  })
  .meta({ id: 'DiscordAccount' })
export type DiscordAccount = z.input<typeof discordAccount>

export const userSubscription = z
  .object({
    id,
    uid: id,
    game_id: id,
    game_name: z.string(),
    created_at: timestamp,
    term_length: z.int().meta({ description: 'Seconds', example: 2592000 }),
    renewal: renewal
      .nullable()
      .meta({ description: 'The next charge for this game; null when no card renews it' }),
  })
  .meta({ id: 'UserSubscription' })
export type UserSubscription = z.input<typeof userSubscription>

const one = { params: z.object({ uid: pathId }) }
const page = { query: z.object(paged(25)) }

/** What staff see and reset of one user. */
export const userHistory = {
  discord: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/discord',
    access: 'staff',
    summary: 'The Discord account of a user',
    description: 'Null when none is linked.',
    ...one,
    result: discordAccount.nullable(),
    refusals: userRefusals,
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/subscriptions',
    access: 'staff',
    summary: 'The subscriptions of a user',
    description: 'The latest of each game, those that end last first.',
    ...one,
    ...page,
    result: z.object({ subscriptions: z.array(userSubscription), total: z.int() }),
    refusals: userRefusals,
  }),
  orders: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/orders',
    access: 'staff',
    summary: 'The orders of a user',
    description:
      'Newest first. A look at the card form that led to no payment is not listed. Those of a user who was deleted stay.',
    ...one,
    ...page,
    result: z.object({ orders: z.array(order), total: z.int() }),
    refusals: userRefusals,
  }),
  infractions: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/infractions',
    access: 'staff',
    summary: 'The infractions of a user',
    description: 'Newest first, those that a reset has cleared too.',
    ...one,
    ...page,
    result: z.object({ infractions: z.array(infraction), total: z.int() }),
    refusals: userRefusals,
  }),
  resetInfractions: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/infractions',
    access: 'admin',
    summary: 'Reset the infraction count of a user',
    description: 'The history stays.',
    ...one,
    result: done,
    refusals: userRefusals,
  }),
  resetHwid: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/hwid',
    access: 'staff',
    summary: 'Let the loader of a user run on another machine',
    ...one,
    result: done,
    refusals: userRefusals,
  }),
}
