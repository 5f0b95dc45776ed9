import * as z from 'zod'
import { signupPassword } from '#contract/credentials.ts'
import { sessions } from '#contract/sessions.ts'

const { username, email, refcode } = sessions.signup.body.shape
const { referral_code_required } = sessions.signup.refusals

const required = (what: string) => z.string().trim().min(1, `${what} is required`)

const fields = z.object({
  username: required('Username').pipe(username),
  email: required('Email').pipe(email),
  password: z.string().min(1, 'Password is required'),
  confirmPassword: z.string(),
  refcode,
  terms: z.boolean().default(false),
})
const invited = fields.extend({
  refcode: refcode.refine(Boolean, referral_code_required.sentence),
})

/** What the sign-up asks. Once every field is well formed, only the first fault is told. */
export const signupForm = (byReferral: boolean) =>
  (byReferral ? invited : fields).superRefine(({ password, confirmPassword, terms }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (password !== confirmPassword) return fault('confirmPassword', 'Passwords do not match')
    if (password === '') return
    const length = signupPassword.safeParse(password)
    if (!length.success) return fault('password', length.error.issues[0]!.message)
    if (!terms) fault('terms', 'Please accept the terms to create an account')
  })
export type SignupForm = z.input<typeof fields>
