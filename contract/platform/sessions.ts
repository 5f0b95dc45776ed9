import * as z from 'zod'
import { accountRefusals } from '#contract/wire/account-refusals.ts'
import {
  currentPasswordRefusals,
  email,
  factorCode,
  loginName,
  mailedToken,
  newPassword,
  passwordRefusals,
  signupPassword,
  takenCodeRefusals,
  takenRefusals,
  username,
} from '#contract/wire/credentials.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'
import { withCaptcha } from './captcha.ts'

export const me = z
  .object({
    uid: id,
    username: z.string(),
    email: z.string(),
    admin: z.boolean(),
    support: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Me' })
export type Me = z.input<typeof me>

/** Maximum number of listed sessions per user, the most recently used ones. */
export const listedSessions = 50

export const ownSession = z
  .object({
    id,
    device: z
      .string()
      .meta({ description: 'Browser and operating system, such as `Chrome on Windows`' }),
    address: z.string().nullable().meta({ description: 'The IP address at sign-in' }),
    created_at: timestamp,
    last_seen_at: timestamp.meta({ description: 'Accurate to ten minutes' }),
    current: z.boolean().meta({ description: 'Whether this request uses this session' }),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.input<typeof ownSession>

/** People can sign in and secure their account while the shop is closed. */
const always = { duringMaintenance: true, beforeOpening: true } as const

/** Returned whether or not an account exists at the address. */
export const mailPauseRefusals = refusals({
  mail_too_soon: [429, 'Please wait a minute before you request another email'],
  mailed_often: [
    429,
    'We have already sent several emails to this address. Please check the spam folder too, or try again in {wait}.',
  ],
})

/** Returned before anything is stored: an account that cannot be verified is useless. */
export const mailRefusals = refusals({
  mail_not_set_up: [
    409,
    'This shop cannot send email yet, so you would not receive a link. Please come back later.',
  ],
})

const unsaid = 'The response is the same whether or not the account exists.'

const tokenInAddress = z.object({ token: mailedToken.optional() })
const inBody =
  'Send the token in the body, because URLs appear in proxy logs. The query parameter works too.'

export const sessions = {
  get: endpoint({
    method: 'GET',
    path: '/user/authenticated',
    who: 'user',
    summary: 'Read the signed-in user',
    ...always,
    result: me,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    who: 'anyone',
    summary: 'Sign in',
    description:
      'Accepts the username or the email address. Sets the session cookie. For an account with two-factor authentication, the correct password returns `second_factor_needed`: repeat the request with the `code`.',
    captcha: true,
    limit: { max: 20, seconds: 300, by: 'address' },
    ...always,
    body: withCaptcha({
      username: loginName,
      password: z.string().min(1, 'Password is required').max(256),
      code: factorCode.optional(),
    }),
    result: me,
    refusals: {
      ...accountRefusals,
      ...takenCodeRefusals,
      ...refusals({
        wrong_credentials: [401, 'Invalid username or password'],
        unverified: [403, 'Please verify your email before signing in'],
        second_factor_needed: [403, 'Enter the code from your authenticator app as well'],
        too_many_failures: [
          429,
          'Too many failed attempts. Please wait a few minutes or reset your password.',
        ],
      }),
    },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    who: 'anyone',
    summary: 'Sign out',
    description: 'Ends this session. Succeeds if nobody is signed in.',
    ...always,
    result: done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/sessions',
    who: 'user',
    summary: 'List my sessions',
    description: `The browsers in which I am signed in: this one first, then the others by last use, at most ${listedSessions} in total.`,
    ...always,
    result: z.object({ sessions: z.array(ownSession) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    who: 'user',
    summary: 'End one of my sessions',
    ...always,
    params: z.object({ id: pathId }),
    result: done,
    refusals: refusals({
      unknown_session: [404, 'This session has already ended'],
    }),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    who: 'user',
    summary: 'End my other sessions',
    description: 'Loaders stay signed in.',
    ...always,
    result: done,
  }),
  signup: endpoint({
    method: 'POST',
    path: '/signup',
    who: 'anyone',
    summary: 'Create an account',
    description: `Sends a verification email and does not sign in. If the email address already has an account, the shop notifies only its owner, by email.`,
    captcha: true,
    limit: { max: 10, seconds: 3600, by: 'address' },
    body: withCaptcha({
      username,
      email,
      password: signupPassword,
      refcode: z.string().trim().max(64).nullish().meta({ description: 'Referral code' }),
    }),
    result: done,
    status: 201,
    refusals: {
      username_taken: takenRefusals.username_taken,
      ...passwordRefusals,
      ...mailRefusals,
      ...refusals({
        registration_closed: [403, 'Registration is currently disabled'],
        referral_code_required: [422, 'A valid referral code is required'],
        unknown_referral_code: [422, 'This referral code is not valid'],
      }),
    },
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/user/verify_email',
    who: 'anyone',
    summary: 'Confirm an email address',
    description: `Single use. If the same account uses the link again, the response is a success again. ${inBody}`,
    limit: { max: 30, seconds: 300, by: 'address' },
    ...always,
    query: tokenInAddress,
    body: z.object({ token: mailedToken }).optional(),
    result: done,
    refusals: refusals({
      spent_verification_link: [400, 'This verification link is invalid or has expired'],
    }),
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/user/resend_verification',
    who: 'anyone',
    summary: 'Send the verification email again',
    description: `${unsaid} At most one email per minute to a username and address, then one after 5 and 30 minutes, then one per day. An address gets at most 50 a day.`,
    captcha: true,
    limit: { max: 10, seconds: 600, by: 'address' },
    body: withCaptcha({
      email,
      username: loginName
        .optional()
        .meta({ description: 'Account to verify, if several sign-ups use the address' }),
    }),
    result: done,
    refusals: { ...mailPauseRefusals, ...mailRefusals },
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/user/forgot_password',
    who: 'anyone',
    summary: 'Ask for a password reset link',
    description: `Emails a link that is valid for one hour if the username and address belong to the same account. ${unsaid}`,
    captcha: true,
    limit: { max: 10, seconds: 600, by: 'address' },
    ...always,
    body: withCaptcha({
      username: loginName,
      email,
    }),
    result: done,
    refusals: { mailed_often: mailPauseRefusals.mailed_often, ...mailRefusals },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/reset_password',
    who: 'anyone',
    summary: 'Set a new password with a mailed link',
    description: `Also accepts the link of an invitation. Single use; ends every session of the account. ${inBody} The body is then the new password as a JSON string.`,
    limit: { max: 20, seconds: 600, by: 'address' },
    ...always,
    query: tokenInAddress,
    body: z.union([z.object({ token: mailedToken, new_password: newPassword }), newPassword]),
    result: done,
    refusals: {
      ...passwordRefusals,
      ...refusals({ spent_reset_link: [400, 'This reset link is invalid or has expired'] }),
    },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/change_password',
    who: 'user',
    summary: 'Change the password',
    description: "Ends the user's other sessions and gives this one a new cookie.",
    limit: { max: 10, seconds: 600, by: 'user' },
    ...always,
    body: z
      .object({
        current_password: z.string().min(1, 'Current password is required').max(256),
        new_password: newPassword,
        confirm: z.string().max(256).optional(),
      })
      .refine((body) => body.confirm === undefined || body.confirm === body.new_password, {
        error: 'Passwords do not match',
        path: ['confirm'],
      }),
    result: done,
    refusals: {
      ...passwordRefusals,
      ...currentPasswordRefusals,
    },
  }),
}
