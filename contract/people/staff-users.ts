import * as z from 'zod'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import {
  currentPasswordRefusals,
  email,
  takenRefusals,
  username,
} from '#contract/wire/credentials.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { continued, flag, nextPage, pagingRefusals, search } from '#contract/wire/lists.ts'
import { reason } from '#contract/wire/reasons.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'

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
    verified: z
      .boolean()
      .meta({ description: 'The user has verified the address; required to sign in' }),
    second_factor: z.boolean().meta({ description: 'Two-factor authentication is on' }),
    created_at: timestamp,
    last_login: timestamp.nullable(),
    infraction_count: z.int().meta({ description: 'Since the last reset' }),
    terms_version: z.int().nullable().meta({
      description: 'Version of the terms accepted at sign-up; null for invited and older accounts',
    }),
    terms_accepted_at: timestamp.nullable(),
    revision,
  })
  .meta({ id: 'User' })
export type User = z.input<typeof user>

/** The maximum number of matches that paging can reach, in the selected order. */
export const reachableUsers = 10_000

/** How many days after losing a staff role a user still counts as staff for the second factor. */
export const formerStaffDays = 30

export const recentLoginDays = 30
export const lastLogins = ['recent', 'older', 'never'] as const

export const userSorts = ['-joined', 'joined', '-last_login', 'last_login'] as const
export type UserSort = (typeof userSorts)[number]

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
  subscriptions: z.int().meta({ description: 'Active subscriptions' }),
  renewals: z.int(),
  payouts: z.int().meta({ description: 'Payout offers that were not sent yet' }),
  disputes: z.int(),
  tickets: z.int(),
  api_keys: z.int().meta({ description: 'API keys created by the user' }),
})

export const removalEffects = z
  .object({
    ends: runningThings.meta({ description: 'Number of each that end with the account' }),
    stays: runningThings.meta({ description: 'Number of each that remain without the account' }),
  })
  .meta({ id: 'RemovalEffects' })
export type RemovalEffects = z.input<typeof removalEffects>

export const banReason = line(300, 'Enter a reason').meta({
  description: 'Stored in the log with the ban. Ignored without a ban.',
})

export const staffUsers = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/',
    who: 'staff',
    can: 'view_users',
    summary: 'List users',
    description: `Without deleted users. Only the first ${reachableUsers} matches can be paged through.`,
    query: z.object({
      ...continued(25),
      search: search.meta({
        description:
          'Part of the username, email address, Discord name or device name, or a complete user ID or Discord ID. One or two characters match only the start of a username. A Discord or device name finds at most 50 users.',
      }),
      staff: flag.meta({ description: 'Only admins and support' }),
      role: z
        .enum([...roles, 'staff'])
        .optional()
        .meta({ description: '`staff`: admins and support' }),
      status: z
        .enum(['active', 'banned'])
        .optional()
        .meta({ description: '`active`: not banned, verified or not' }),
      verified: flag,
      time: flag.meta({ description: 'Whether the user has time left' }),
      product: pathId.optional().meta({
        description:
          'Limits `time` to this product. Without `time`, only users with time left are listed.',
      }),
      infractions: flag.meta({ description: 'Whether there are infractions since the last reset' }),
      last_login: z
        .enum(lastLogins)
        .optional()
        .meta({ description: `\`recent\` is the last ${recentLoginDays} days` }),
      sort: z.enum(userSorts).default('-joined').meta({
        description:
          'A minus sign sorts the newest first. Users without a login are last in `-last_login` and first in `last_login`.',
      }),
    }),
    result: z.object({
      users: z.array(user),
      next: nextPage,
      total: z.int(),
      total_is_estimate: z.boolean().meta({
        description: 'There are too many matches to count, so the total is approximate',
      }),
      reachable: z
        .int()
        .meta({ description: 'Number of matches, from the first, that can be paged through' }),
    }),
    refusals: {
      ...pagingRefusals,
      ...refusals({
        user_search_too_slow: [
          408,
          'This search takes too long. Add a filter, or enter more of the search text.',
        ],
      }),
    },
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}',
    who: 'staff',
    can: 'view_users',
    summary: 'Read a user',
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
      'Emails a link to set a password. It is valid for a week and verifies the address. If it expires, the user can have the verification email sent again or use “forgot password”. An unverified sign-up with the same address is replaced.',
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
      'Only the fields that are sent change. Roles are exclusive: `admin` removes `support`, and the other way round. A ban ends the sessions and the Discord roles, and stops the card renewals. After the ban, the customer can turn them on again while time is left. A new staff role ends the browser sessions. When an administrator loses the role, their API keys are revoked. Changing your own address requires `current_password`.',
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
        current_password: z
          .string()
          .max(256)
          .optional()
          .meta({ description: 'Your own password, to change your own address. Else ignored.' }),
        uid: ignored,
        created_at: ignored,
        last_login: ignored,
        revision: seenRevision,
      })
      .refine(({ admin, support }) => !(admin && support), {
        error: 'A user cannot be both admin and support',
        path: ['support'],
      }),
    result: user,
    refusals: {
      ...userRefusals,
      ...takenRefusals,
      ...revisionRefusals,
      ...lastAdmin,
      ...currentPasswordRefusals,
      ...refusals({
        not_yourself: [409, 'You cannot demote or ban yourself'],
        own_password_needed: [400, 'Enter your current password to change your own email address'],
      }),
    },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}',
    who: 'staff',
    can: 'manage_users',
    summary: 'Delete a user',
    description:
      'Deletes the personal data: name, address, sessions, devices, infractions, links. The user’s time and card renewals end, and their API keys are revoked. Orders are kept under “Deleted user”.',
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
    summary: 'Preview deleting a user',
    description: 'Runs the deletion in a transaction that is rolled back: nothing changes.',
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
    description: 'Ends all sessions of the user and signs out their loaders.',
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
    summary: 'Remove a customer’s two-factor authentication',
    description:
      'For customers without access to their device and their recovery codes. The password alone is then enough to sign in; the customer is notified by email. For staff, use the command line.',
    ...one,
    body: z.object({ reason }),
    result: done,
    refusals: {
      ...userRefusals,
      ...refusals({
        no_second_factor: [409, 'This user has no two-factor authentication'],
        second_factor_of_staff: [
          409,
          'Two-factor authentication of staff can only be removed on the command line: run “npm run setup” with their name and address.',
        ],
        second_factor_of_former_staff: [
          409,
          `This user had a staff role in the last ${formerStaffDays} days. They can sign in with a recovery code. You can remove their two-factor authentication ${formerStaffDays} days after they lost the role.`,
        ],
      }),
    },
  }),
}
