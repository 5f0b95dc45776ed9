import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, timestamp } from './wire.ts'

export const user = z
  .object({
    uid: id,
    username: z.string(),
    email: z.string(),
    admin: z.boolean(),
    support: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'User' })
export type User = z.input<typeof user>

export const username = z
  .string()
  .trim()
  .min(3, 'Username must be 3 to 32 characters long')
  .max(32, 'Username must be 3 to 32 characters long')
  .regex(/^[A-Za-z0-9_.-]+$/, 'Username may contain letters, digits, “_”, “.” and “-”')
  .meta({ example: 'mara.volt' })

export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('Please enter a valid email address'))
  .meta({ example: 'mara@example.com' })

/** Long passwords are welcome, but hashing must not become a way to keep the server busy. */
export const signupPassword = z
  .string()
  .min(8, 'Password must be at least 8 characters long')
  .max(256, 'Password must be at most 256 characters long')

const captchaToken = z
  .string({ error: 'Please complete the captcha challenge' })
  .min(1, 'Please complete the captcha challenge')
  .max(8192)
  .meta({ description: 'Captcha token' })

const mailedToken = z
  .string()
  .min(20)
  .max(128)
  .meta({ description: 'The token of the mailed link' })

const unsaid = 'Answers the same way whether or not the account exists.'

export const accounts = {
  authenticated: endpoint({
    method: 'GET',
    path: '/user/authenticated',
    access: 'customer',
    summary: 'Who is signed in',
    duringMaintenance: true,
    result: user,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'anyone',
    summary: 'Sign in',
    description: 'Takes the username or the e-mail address. Sets the session cookie.',
    captcha: true,
    limit: { max: 20, seconds: 300, by: 'address' },
    duringMaintenance: true,
    body: z.object({
      username: z.string().trim().min(1, 'Username is required').max(254),
      password: z.string().min(1, 'Password is required').max(256),
      token: captchaToken,
    }),
    result: user,
    errors: {
      401: ['Invalid username or password'],
      403: ['Please verify your email before signing in', 'This account is banned'],
    },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'anyone',
    summary: 'Sign out',
    description: 'Ends this session. Signed out already is fine.',
    duringMaintenance: true,
    result: done,
  }),
  signup: endpoint({
    method: 'POST',
    path: '/signup',
    access: 'anyone',
    summary: 'Create an account',
    description: `Sends a verification mail and does not sign in. A taken e-mail address is told only by mail to its owner.`,
    captcha: true,
    limit: { max: 10, seconds: 3600, by: 'address' },
    body: z.object({
      username,
      email,
      password: signupPassword,
      token: captchaToken,
      refcode: z.string().trim().max(64).nullish().meta({ description: 'Referral code' }),
    }),
    result: done,
    status: 201,
    errors: {
      403: ['Registration is currently disabled'],
      409: ['This username is already taken'],
      422: ['A valid referral code is required', 'This referral code is not valid'],
    },
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/user/verify_email',
    access: 'anyone',
    summary: 'Confirm an e-mail address',
    description:
      'Single use. A link that was used before by the same account answers as a success again.',
    limit: { max: 30, seconds: 300, by: 'address' },
    duringMaintenance: true,
    query: z.object({ token: mailedToken }),
    result: done,
    errors: { 400: ['This verification link is invalid or has expired'] },
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/user/resend_verification',
    access: 'anyone',
    summary: 'Send the verification mail again',
    description: `${unsaid} At most one mail a minute to an address.`,
    limit: { max: 10, seconds: 600, by: 'address' },
    body: z.object({ email }),
    result: done,
    errors: { 429: ['Please wait a minute before asking for another email'] },
  }),
}
