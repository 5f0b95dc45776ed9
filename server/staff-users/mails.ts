import type { Remakes } from '#server/mail/remake.ts'
import { mailInvitationAgain } from './invitation.ts'

export const staffUserMails = {
  invitation: (db, sender, { user }, again) => mailInvitationAgain(db, sender, user.email, again),
  'address-changed': null,
} satisfies Partial<Remakes>
