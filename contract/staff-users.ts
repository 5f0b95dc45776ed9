import * as z from 'zod'
import { email, takenRefusals, username } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { continued, flag, nextPage, pagingRefusals, search } from './lists.ts'
import { reason } from './reasons.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { line } from './text.ts'
import { done, id, pathId, timestamp } from './wire.ts'

export const roles = ['user', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

export const user = z
  .object({
    uid: id,
    username: z.string(),
    email: z.string(),
    admin: z.boolean(),
    support: z.boolean(),
    banned: z.boolean(),
    verified: z.boolean().meta({ description: 'The address is theirs; nobody signs in before' }),
    second_factor: z.boolean().meta({ description: 'They sign in with a code as well' }),
    created_at: timestamp,
    last_login: timestamp.nullable(),
    infraction_count: z.int().meta({ description: 'Since they were last reset' }),
    terms_edition: z.int().nullable().meta({
      description: 'Which terms they accepted at sign-up; null of who was invited, or came before',
    }),
    terms_accepted_at: timestamp.nullable(),
    revision,
  })
  .meta({ id: 'User' })
export type User = z.input<typeof user>

/** How many of the newest matches can be paged to. Older ones require a search. */
export const reachableUsers = 10_000

/** How many days after losing a staff role a user still counts as staff for the second factor. */
export const formerStaffDays = 30

export const userRefusals = refusals({ unknown_user: [404, 'User not found'] })

const lastAdmin = refusals({
  last_admin: [409, 'The last administrator cannot be demoted, banned or deleted'],
})

const removalRefusals = {
  ...userRefusals,
  ...lastAdmin,
  ...refusals({ not_deleting_yourself: [409, 'You cannot delete yourself'] }),
}

const one = { params: z.object({ uid: pathId }) }
const ignored = z.unknown().optional().meta({ description: 'Accepted and ignored' })

const runningThings = z.object({
  subscriptions: z.int().meta({ description: 'Whose time has not ended' }),
  renewals: z.int(),
  payouts: z.int().meta({ description: 'Offers of coins that were not sent yet' }),
  disputes: z.int(),
  tickets: z.int(),
  api_keys: z.int().meta({ description: 'That they made' }),
})

export const removalEffects = z
  .object({
    ends: runningThings.meta({ description: 'How many of each end with the person' }),
    stays: runningThings.meta({ description: 'How many of each go on without them' }),
  })
  .meta({ id: 'RemovalEffects' })
export type RemovalEffects = z.input<typeof removalEffects>

export const banReason = line(300, 'Enter a reason').meta({
  description: 'Why: kept in the log with the ban. Without one it is not looked at.',
})

export const staffUsers = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/',
    who: 'staff',
    can: 'view_users',
    summary: 'List users',
    description: `Newest first, without those who were deleted. Pages lead to the newest ${reachableUsers} matches.`,
    query: z.object({
      ...continued(25),
      search: search.meta({
        description:
          'Anywhere in the username or the address, or the whole of an id or a Discord id. One or two characters are looked for where a username begins.',
      }),
      staff: flag.meta({ description: 'Only admins and support' }),
    }),
    result: z.object({
      users: z.array(user),
      next: nextPage,
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: 'More match than are worth counting: the total is about right',
      }),
      reachable: z.int().meta({ description: 'How many of them, the newest, can be paged to' }),
    }),
    refusals: {
      ...pagingRefusals,
      ...refusals({
        user_search_too_slow: [
          408,
          'This search takes too long. Please search for more of the name or the address.',
        ],
      }),
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}',
    who: 'staff',
    can: 'view_users',
    summary: 'One user',
    ...one,
    result: user,
    refusals: userRefusals,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/users/',
    who: 'staff',
    can: 'manage_users',
    summary: 'Invite a user',
    description:
      'Mails a link to set a password, which lives for a week and verifies the address. Resending and “forgot password” work for who missed it.',
    limit: { max: 60, seconds: 3600, by: 'user' },
    body: z.strictObject({ username, email, role: z.enum(roles) }),
    result: user,
    status: 201,
    refusals: takenRefusals,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/users/{uid}',
    who: 'staff',
    can: 'manage_users',
    summary: 'Change a user',
    description:
      'Only what is sent changes. A role is exclusive: `admin` takes `support` away, and the other way round. A ban ends the sessions, the Discord roles and card renewals. A new staff role ends the browser sessions. API keys that an administrator made are revoked when they are one no longer.',
    ...one,
    body: z
      .strictObject({
        username: username.optional(),
        email: email.optional(),
        admin: z.boolean().optional(),
        support: z.boolean().optional(),
        banned: z.boolean().optional(),
        ban_reason: banReason.optional(),
        verified: z.boolean().optional(),
        uid: ignored,
        created_at: ignored,
        last_login: ignored,
        revision: seenRevision,
      })
      .refine(({ admin, support }) => !(admin && support), {
        error: 'A user is either admin or support',
        path: ['support'],
      }),
    result: user,
    refusals: {
      ...userRefusals,
      ...takenRefusals,
      ...revisionRefusals,
      ...lastAdmin,
      ...refusals({ not_yourself: [409, 'You cannot demote or ban yourself'] }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}',
    who: 'staff',
    can: 'manage_users',
    summary: 'Delete a user',
    description:
      'Removes the person: name, address, sessions, devices, infractions, links. Their time and card renewals end, and API keys that they made are revoked. Orders stay, of a “Deleted user”.',
    ...one,
    body: z.object({ reason: reason.optional() }).optional(),
    result: done,
    refusals: removalRefusals,
  }),
  previewRemove: endpoint({
    method: 'POST',
    path: '/admin/users/{uid}/removal/preview',
    who: 'staff',
    can: 'manage_users',
    summary: 'What deleting a user would do',
    description: 'Does it and takes it back at once: nothing changes.',
    ...one,
    result: removalEffects,
    refusals: removalRefusals,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/sessions',
    who: 'staff',
    can: 'manage_users',
    summary: 'Sign a user out everywhere',
    description: 'Ends all their sessions, and signs their loaders out.',
    ...one,
    body: z.object({ reason }),
    result: done,
    refusals: userRefusals,
  }),
  removeSecondFactor: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/second_factor',
    who: 'staff',
    can: 'manage_users',
    summary: 'Take the second factor of a customer off',
    description:
      'For who lost it and their recovery codes. Their password alone signs in then; a mail tells them. Staff are helped on the command line.',
    ...one,
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({
        no_second_factor: [409, 'They have no second factor'],
        second_factor_of_staff: [
          409,
          'The second factor of staff is taken off on the command line: “npm run setup” with their name and address.',
        ],
        second_factor_of_former_staff: [
          409,
          `This user had a staff role in the last ${formerStaffDays} days. They can sign in with a recovery code. You can remove their second factor ${formerStaffDays} days after they lost the role.`,
        ],
      }),
    },
  }),
}
