import type { Rerenders } from '#server/mail/rerender.ts'
import { mailInvitationAgain } from './invitation.ts'

export const staffUserMails = {
  invitation: (db, sender, { user }, again) => mailInvitationAgain(db, sender, user.email, again),
  'address-changed': null,
} satisfies Partial<Rerenders>
