import type { Rerender, Rerenders } from '#server/platform/mail/rerender.ts'
import { mailPasswordReset } from './password-reset.ts'
import { mailVerificationTo } from './verification.ts'

const verification: Rerender = (db, sender, { user }, again) =>
  mailVerificationTo(db, sender, { email: user.email }, again)

const reset: Rerender = (db, sender, { user }, again) => mailPasswordReset(db, sender, user, again)

export const sessionMails = {
  verification,
  'address-taken': null,
  'password-reset': reset,
  'password-changed': null,
  'new-sign-in': null,
  'second-factor-on': null,
  'second-factor-off': null,
  'second-factor-removed': null,
  'recovery-code-used': null,
  'wrong-codes': null,
} satisfies Rerenders
