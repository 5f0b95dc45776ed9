import * as z from 'zod'
import { event, staffEvent } from './event.ts'

const role = z.enum(['admin', 'support', 'user'])

/** The changed fields of a user. Addresses are masked. */
const state = z
  .object({
    username: z.string(),
    email: z.string(),
    admin: z.boolean(),
    support: z.boolean(),
    banned: z.boolean(),
    verified: z.boolean(),
  })
  .partial()

function changed(message: string, sample: Pick<z.output<typeof change>, 'before' | 'after'>) {
  return staffEvent({
    message,
    data: change,
    sample: { revision: 4, ...sample },
    line: (about, { userId }) => ({ about: { user: userId, ...about } }),
  })
}

function done(message: string) {
  return event({
    data: z.object({}),
    sample: {},
    log: () => ({ source: 'auth', level: 'success', message }),
  })
}

const change = z.object({
  revision: z.int(),
  /** The reason for a ban, as the staff member wrote it. */
  reason: z.string().optional(),
  before: state,
  after: state,
})

export const userEvents = {
  'user.signed_up': event({
    data: z.object({ referred: z.boolean() }),
    sample: { referred: true },
    log: ({ data }) => ({ source: 'auth', message: 'Signed up', details: data }),
  }),
  'user.verified': done('Email verified'),
  'invitation.accepted': done('Invitation accepted'),
  'password.changed': done('Password changed'),
  'password.reset': done('Password reset'),
  'second_factor.turned_on': done('Two-factor authentication turned on'),
  'second_factor.turned_off': done('Two-factor authentication turned off'),
  'recovery_codes.renewed': done('New recovery codes created'),
  'recovery_code.used': event({
    data: z.object({ left: z.int() }),
    sample: { left: 9 },
    log: ({ data }) => ({
      source: 'auth',
      level: 'warning',
      message: 'Recovery code used',
      details: data,
    }),
  }),
  'second_factor.removed': staffEvent({
    message: 'Two-factor authentication removed',
    data: z.object({ reason: z.string() }),
    sample: { reason: 'Lost the phone; confirmed by email from their address' },
  }),
  'sessions.ended': staffEvent({
    message: 'User signed out everywhere',
    data: z.object({ reason: z.string() }),
    sample: { reason: 'Their laptop was stolen' },
  }),
  'user.invited': staffEvent({
    message: 'User invited',
    data: z.object({ role, email: z.string() }),
    sample: { role: 'support', email: 'm…@example.com' },
  }),
  'user.changed': changed('User edited', {
    before: { username: 'Mara' },
    after: { username: 'Mara.K' },
  }),
  'user.role_changed': changed('User role changed', {
    before: { support: false },
    after: { support: true },
  }),
  'user.banned': changed('User banned', { before: { banned: false }, after: { banned: true } }),
  'user.unbanned': changed('User unbanned', { before: { banned: true }, after: { banned: false } }),
  'user.deleted': staffEvent({
    message: 'User deleted',
    data: z.object({ role, reason: z.string().optional() }),
    sample: { role: 'user', reason: 'Asked to be deleted' },
  }),
  /** By an operator with access to the database. */
  'user.appointed': event({
    data: z.object({}),
    sample: {},
    log: () => ({
      source: 'auth',
      level: 'warning',
      message: 'Administrator added on the command line',
    }),
  }),
}
