import { randomBytes } from 'node:crypto'
import { base32 } from '@scure/base'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodeCount } from '#contract/platform/second-factor.ts'
import { factorCodeRefusals } from '#contract/wire/credentials.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Keyring, type Sealed, seal, unseal } from '#server/kernel/secrets/sealing.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { record } from '#server/platform/events/record.ts'
import { logThrottled } from '#server/platform/logs/throttled.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { type Addressed, tellRecoveryCode, tellWrongCodes } from './factor-mails.ts'
import { countCode, countWrongCode } from './login-failures.ts'

/** The settings that every authenticator app supports: RFC 6238 with its defaults. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Users often mistype one or two codes, so the mail is sent from the third wrong code. */
const worthTelling = 3

/** Verifying codes needs the key ring that seals the secrets, and the mail sender. */
export type Means = { ring: Keyring; sender: Sender }

const contextOf = (userId: number) => `second_factors/${userId}`

export function sealSecret(ring: Keyring, userId: number, secret: string): Sealed {
  return seal(ring, secret, contextOf(userId))
}

/** Returns null if the secret was sealed with a key that this process does not have. */
export function unsealSecret(ring: Keyring, userId: number, sealed: Sealed): string | null {
  return unseal(ring, sealed, contextOf(userId))
}

/** Creates a secret in base32 with the 160 bits that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** An authenticator app lists it under the shop and the account. */
export function uriOf(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...kind, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/** Neighbouring steps count. Phones show real time, so this ignores the sandbox's clock. */
export function stepOf(secret: string, code: string): number | null {
  const timestamp = clock.machine()
  const totp = new TOTP({ ...kind, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: typed(code), timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / kind.period) + delta
}

export async function hasFactor(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Exactly one of several requests with a code succeeds. A recovery code also triggers a mail. */
export function takeCode(tx: Tx, { ring, sender }: Means, user: Addressed, code: string) {
  if (isAppCode(code)) return takeAppCode(tx, ring, user.id, code)
  return takeRecoveryCode(tx, sender, user, code)
}

/** Recovery codes are not counted: they cannot be guessed, and must admit users locked out. */
export async function countGuess(
  db: Database,
  userId: number,
  code: string,
  at: 'signIn' | 'session',
) {
  return isAppCode(code) ? countCode(db, userId, at) : undefined
}

function isAppCode(code: string) {
  return /^\d{6}$/.test(typed(code))
}

/** The code came with the right password or from a live session. Mails the user after several. */
export async function noteWrongCode(
  db: Database,
  sender: Sender,
  user: Addressed,
  from: 'password' | 'session',
) {
  await logThrottled(db, `wrong code ${user.id} ${from}`, 900, {
    source: 'auth',
    level: 'warning',
    message:
      from === 'password'
        ? 'Correct password, wrong two-factor code'
        : 'Signed in, wrong two-factor code',
    userId: user.id,
  })
  if ((await countWrongCode(db, user.id)) >= worthTelling) await tellWrongCodes(db, sender, user)
}

export const wrongCode = () =>
  new Refusal(factorCodeRefusals.wrong_factor_code, { loc: ['body', 'code'] })

async function takeAppCode(tx: Tx, ring: Keyring, userId: number, code: string) {
  const factor = await tx
    .selectFrom('second_factors')
    .select(['sealed', 'key_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const secret = factor && unsealSecret(ring, userId, factor)
  const step = secret ? stepOf(secret, code) : null
  if (!secret || step === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    // Seals the secret again with the current key, so that a former key can be retired.
    .set({
      last_step: step,
      ...(factor.key_id !== ring.current.id && sealSecret(ring, userId, secret)),
    })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function takeRecoveryCode(tx: Tx, sender: Sender, user: Addressed, code: string) {
  const userId = user.id
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashToken(typed(code)))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  const left = await countRecoveryCodes(tx, userId)
  await record(tx, 'recovery_code.used', { userId, data: { left } })
  await tellRecoveryCode(tx, sender, user, left)
  return true
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Each has 80 random bits, so its hash need not be slow. */
export async function renewCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    base32.encode(randomBytes(10)).toLowerCase(),
  )
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashToken(code) })))
    .execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

export async function dropFactor(tx: Tx, userId: number): Promise<boolean> {
  await tx.deleteFrom('factor_trials').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function typed(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}
