import * as z from 'zod'
import {
  currentPasswordRefusals,
  factorCode,
  factorCodeRefusals,
  factorOffRefusals,
  takenCodeRefusals,
} from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './refusals.ts'
import { done, timestamp } from './wire.ts'

/** The number of codes in a new set. */
export const recoveryCodeCount = 10

const password = z.string().min(1, 'Enter your password').max(256)
const recoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .meta({ description: 'Shown this once: each is good once, in place of a code' }),
})

const factorOn = refusals({
  factor_on: [409, 'Your second factor is on already'],
})

/** Security actions remain available during maintenance, as with the password. */
const always = { duringMaintenance: true, beforeOpening: true } as const
const limit = { max: 10, seconds: 600, by: 'user' } as const

export const secondFactor = {
  get: endpoint({
    method: 'GET',
    path: '/user/second_factor',
    who: 'user',
    summary: 'My second factor',
    ...always,
    result: z
      .object({
        turned_on_at: timestamp.nullable().meta({ description: 'Null: it is off' }),
        recovery_codes_left: z.int(),
      })
      .meta({ id: 'SecondFactor' }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/second_factor/begin',
    who: 'user',
    summary: 'Begin to turn a second factor on',
    description:
      'Answers a secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds). It counts once a code of it was sent back, within half an hour.',
    ...always,
    limit,
    body: z.object({ password }),
    result: z.object({
      secret: z.string().meta({ description: 'In base32' }),
      uri: z.string().meta({ description: '`otpauth:`, as the QR code has it' }),
    }),
    refusals: { ...currentPasswordRefusals, ...factorOn },
  }),
  turnOn: endpoint({
    method: 'POST',
    path: '/user/second_factor',
    who: 'user',
    summary: 'Turn the second factor on, with a code',
    description:
      "Ends the user's other sessions and gives this one a new cookie. A mail tells of it.",
    ...always,
    limit: { ...limit, max: 20 },
    body: z.object({ code: factorCode }),
    result: recoveryCodes,
    refusals: {
      ...factorCodeRefusals,
      ...factorOn,
      ...refusals({
        factor_not_begun: [409, 'This took too long. Please begin again with your password.'],
      }),
    },
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/second_factor/recovery_codes',
    who: 'user',
    summary: 'New recovery codes',
    description: 'Those before are good no longer.',
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
    summary: 'Turn the second factor off',
    description: 'With the password and a code. A mail tells of it.',
    ...always,
    limit,
    body: z.object({ password, code: factorCode }),
    result: done,
    refusals: { ...currentPasswordRefusals, ...takenCodeRefusals, ...factorOffRefusals },
  }),
}
