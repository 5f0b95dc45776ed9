import type { Rerenders } from '#server/mail/rerender.ts'
import { mailPasswordReset } from './password-reset.ts'
import { mailVerificationTo } from './verification.ts'

export const sessionMails = {
  verification: (db, sender, { user }, again) =>
    mailVerificationTo(db, sender, { email: user.email }, again),
  'address-taken': null,
  'password-reset': (db, sender, { user }, again) => mailPasswordReset(db, sender, user, again),
  'password-changed': null,
  'new-sign-in': null,
} satisfies Partial<Rerenders>
