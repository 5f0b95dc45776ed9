import * as z from 'zod'
import { withCaptcha } from './captcha.ts'
import {
  email,
  loginName,
  mailedToken,
  newPassword,
  signupPassword,
  username,
} from './credentials.ts'
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
    body: withCaptcha({
      username: loginName,
      password: z.string().min(1, 'Password is required').max(256),
    }),
    result: user,
    errors: {
      401: ['Invalid username or password'],
      403: ['Please verify your email before signing in', 'This account is banned'],
      429: ['Too many failed attempts. Please wait a few minutes or reset your password.'],
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
    body: withCaptcha({
      username,
      email,
      password: signupPassword,
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
  forgotPassword: endpoint({
    method: 'POST',
    path: '/user/forgot_password',
    access: 'anyone',
    summary: 'Ask for a password reset link',
    description: `Mails a link that is valid for an hour when username and address belong together. ${unsaid}`,
    captcha: true,
    limit: { max: 10, seconds: 600, by: 'address' },
    duringMaintenance: true,
    body: withCaptcha({
      username: loginName,
      email,
    }),
    result: done,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/reset_password',
    access: 'anyone',
    summary: 'Set a new password with a mailed link',
    description:
      'The body is the new password as a JSON string. Takes the link of an invitation too. Single use; ends every session of the account.',
    limit: { max: 20, seconds: 600, by: 'address' },
    duringMaintenance: true,
    query: z.object({ token: mailedToken }),
    body: newPassword,
    result: done,
    errors: { 400: ['This reset link is invalid or has expired'] },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/user/change_password',
    access: 'customer',
    summary: 'Change the password',
    description: "Ends the user's other sessions.",
    limit: { max: 10, seconds: 600, by: 'user' },
    duringMaintenance: true,
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
    errors: { 400: ['The current password is not correct'] },
  }),
}
