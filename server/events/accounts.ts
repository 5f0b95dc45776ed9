import * as z from 'zod'
import { event } from './event.ts'

/** What users do with their own account; there is nothing to say of it. */
function done(message: string) {
  return event({
    data: z.object({}),
    sample: {},
    log: () => ({ source: 'auth', level: 'success', message }),
  })
}

export const accountEvents = {
  'user.signed_up': event({
    data: z.object({ referred: z.boolean() }),
    sample: { referred: true },
    log: ({ data }) => ({ source: 'auth', message: 'Signed up', details: data }),
  }),
  'user.verified': done('Email verified'),
  'invitation.accepted': done('Invitation accepted'),
  'password.changed': done('Password changed'),
  /** By a mailed link. */
  'password.reset': done('Password reset'),
}
