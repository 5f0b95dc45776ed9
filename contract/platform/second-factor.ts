import * as z from 'zod'
import {
  currentPasswordRefusals,
  factorCode,
  factorCodeRefusals,
  factorOffRefusals,
  takenCodeRefusals,
} from '#contract/wire/credentials.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, timestamp } from '#contract/wire/wire.ts'

/** The number of codes in a new set. */
export const recoveryCodeCount = 10

const password = z.string().min(1, 'Enter your password').max(256)
const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).meta({
    description: 'Shown only once. Each code can be used once, instead of a two-factor code',
  }),
})

const factorOn = refusals({
  factor_on: [409, 'Two-factor authentication is already on'],
})

/** Security actions remain available during maintenance, as with the password. */
const always = { duringMaintenance: true, beforeOpening: true } as const
const limit = { max: 10, seconds: 600, by: 'user' } as const

export const secondFactor = {
  get: endpoint({
    method: 'GET',
    path: '/user/second_factor',
    who: 'user',
    summary: 'Read my two-factor settings',
    ...always,
    result: z
      .object({
        turned_on_at: timestamp.nullable().meta({ description: 'Null if it is off' }),
        recovery_codes_left: z.int(),
      })
      .meta({ id: 'SecondFactor' }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/second_factor/begin',
    who: 'user',
    summary: 'Start turning on two-factor authentication',
    description:
      'Returns a secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). To turn it on, confirm with a code within half an hour.',
    ...always,
    limit,
    body: z.object({ password }),
    result: z.object({
      secret: z.string().meta({ description: 'Base32-encoded' }),
      uri: z.string().meta({ description: '`otpauth:` URL for the QR code' }),
    }),
    refusals: { ...currentPasswordRefusals, ...factorOn },
  }),
  turnOn: endpoint({
    method: 'POST',
    path: '/user/second_factor',
    who: 'user',
    summary: 'Turn on two-factor authentication with a code',
    description:
      "Ends the user's other sessions and gives this one a new cookie. The user is notified by email.",
    ...always,
    limit: { ...limit, max: 20 },
    body: z.object({ code: factorCode }),
    result: recoveryCodes,
    refusals: {
      ...factorCodeRefusals,
      ...factorOn,
      ...refusals({
        factor_not_begun: [409, 'This took too long. Please start again with your password.'],
      }),
    },
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/second_factor/recovery_codes',
    who: 'user',
    summary: 'Create new recovery codes',
    description: 'The previous codes stop working.',
    ...always,
    limit,
    body: z.object({ password, code: factorCode }),
    result: recoveryCodes,
    refusals: { ...currentPasswordRefusals, ...takenCodeRefusals, ...factorOffRefusals },
  }),
  turnOff: endpoint({
    method: 'DELETE',
    path: '/user/second_factor',
    who: 'user',
    summary: 'Turn off two-factor authentication',
    description: 'Requires the password and a code. The user is notified by email.',
    ...always,
    limit,
    body: z.object({ password, code: factorCode }),
    result: done,
    refusals: { ...currentPasswordRefusals, ...takenCodeRefusals, ...factorOffRefusals },
  }),
}
