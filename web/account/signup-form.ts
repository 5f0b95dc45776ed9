import * as z from 'zod'
import { sessions } from '#contract/platform/sessions.ts'
import { signupPassword } from '#contract/wire/credentials.ts'

const { username, email, refcode } = sessions.signup.body.shape
const { referral_code_required } = sessions.signup.refusals

const required = (what: string) => z.string().trim().min(1, `${what} is required`)

const fields = z.object({
  username: required('Username').pipe(username),
  email: required('Email').pipe(email),
  password: z.string().min(1, 'Password is required').pipe(signupPassword),
  confirmPassword: z.string(),
  refcode,
  terms: z.boolean().default(false).refine(Boolean, 'Please accept the terms to create an account'),
})
const invited = fields.extend({
  refcode: refcode.refine(Boolean, referral_code_required.sentence),
})

/** Compare the passwords even if other fields are empty. */
const when = () => true
type Passwords = { password: string; confirmPassword: string }

/** The fields of the sign-up. All errors are reported at once. */
export const signupForm = (byReferral: boolean) =>
  (byReferral ? invited : fields)
    .refine(({ password, confirmPassword }: Passwords) => password === confirmPassword, {
      ...{ when, path: ['confirmPassword'], error: 'Passwords do not match' },
    })
    .refine(({ confirmPassword }: Passwords) => confirmPassword !== '', {
      ...{ when, path: ['confirmPassword'], error: 'Please repeat the password' },
    })
export type SignupForm = z.input<typeof fields>
