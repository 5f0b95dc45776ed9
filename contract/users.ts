import * as z from 'zod'
import { email, username } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { flag, paged, search } from './lists.ts'
import { done, id, pathId, timestamp } from './wire.ts'

export const roles = ['user', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

export const account = z
  .object({
    uid: id,
    username: z.string(),
    email: z.string(),
    admin: z.boolean(),
    support: z.boolean(),
    banned: z.boolean(),
    verified: z.boolean().meta({ description: 'The address is theirs; nobody signs in before' }),
    created_at: timestamp,
    last_login: timestamp.nullable(),
    infraction_count: z.int().meta({ description: 'Since they were last reset' }),
  })
  .meta({ id: 'Account' })
export type Account = z.input<typeof account>

/** How many of the newest matches can be paged to: what lies beyond is found by searching. */
export const reachableUsers = 10_000

const tooDeep = `Only the newest ${reachableUsers} matches can be paged to. Please narrow the search.`
const tooSlow = 'This search takes too long. Please search for more of the name or the address.'
const notFound = 'User not found'
const taken = ['This username is already taken', 'This email address is already taken'] as const
const theLast = 'The last administrator cannot be demoted, banned or deleted'

const one = { params: z.object({ uid: pathId }) }
const ignored = z.unknown().optional().meta({ description: 'Accepted and ignored' })

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/',
    access: 'staff',
    summary: 'List users',
    description: `Newest first, without those who were deleted. Pages lead to the newest ${reachableUsers} matches.`,
    query: z.object({
      ...paged(25),
      search: search.meta({
        description:
          'Anywhere in the username or the address, or the whole of an id or a Discord id. One or two characters are looked for where a username begins.',
      }),
      staff: flag.meta({ description: 'Only admins and support' }),
    }),
    result: z.object({
      users: z.array(account),
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: 'More match than are worth counting: the total is about right',
      }),
      reachable: z.int().meta({ description: 'How many of them, the newest, can be paged to' }),
    }),
    errors: { 400: [tooDeep], 408: [tooSlow] },
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}',
    access: 'staff',
    summary: 'One user',
    ...one,
    result: account,
    errors: { 404: [notFound] },
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/users/',
    access: 'admin',
    summary: 'Invite a user',
    description:
      'Mails a link to set a password, which lives for a week and verifies the address. Resending and “forgot password” work for who missed it.',
    limit: { max: 60, seconds: 3600, by: 'user' },
    body: z.strictObject({ username, email, role: z.enum(roles) }),
    result: account,
    status: 201,
    errors: { 409: taken },
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/admin/users/{uid}',
    access: 'admin',
    summary: 'Change a user',
    description:
      'Only what is sent changes. A role is exclusive: `admin` takes `support` away, and the other way round. A ban ends the sessions, the Discord roles and card renewals.',
    ...one,
    body: z
      .strictObject({
        username: username.optional(),
        email: email.optional(),
        admin: z.boolean().optional(),
        support: z.boolean().optional(),
        banned: z.boolean().optional(),
        verified: z.boolean().optional(),
        uid: ignored,
        created_at: ignored,
        last_login: ignored,
      })
      .refine(({ admin, support }) => !(admin && support), {
        error: 'A user is either admin or support',
        path: ['support'],
      }),
    result: account,
    errors: {
      404: [notFound],
      409: [...taken, 'You cannot demote or ban yourself', theLast],
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}',
    access: 'admin',
    summary: 'Delete a user',
    description:
      'Removes the person: name, address, sessions, devices, infractions, links. Their time and card renewals end. Orders stay, of a “Deleted user”.',
    ...one,
    result: done,
    errors: { 404: [notFound], 409: ['You cannot delete yourself', theLast] },
  }),
}
