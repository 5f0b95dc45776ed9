import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailInvitationAgain } from './invitation.ts'

const invitation: Rerender = (db, sender, { user }, again) =>
  mailInvitationAgain(db, sender, user.email, again)

export const staffUserMails = { invitation, 'address-changed': null } satisfies Rerenders
