import { secondFactor } from '#contract/platform/second-factor.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import type { SessionUser } from '#server/kernel/http/callers.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Keyring } from '#server/kernel/secrets/sealing.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { record } from '#server/platform/events/record.ts'
import { endSessions, renewSession } from '#server/platform/sessions/sessions.ts'
import { lockRow } from '#server/platform/users/users.ts'
import { requirePassword } from './current-password.ts'
import {
  countRecoveryCodes,
  dropFactor,
  hasFactor,
  type Means,
  newSecret,
  renewCodes,
  sealSecret,
  stepOf,
  unsealSecret,
  uriOf,
  wrongCode,
} from './factor-codes.ts'
import { tellFactor } from './factor-mails.ts'
import { withPasswordAndCode } from './prove-again.ts'

/** How long a displayed secret waits for its first code. */
const trialMinutes = 30

type User = Pick<SessionUser, 'id' | 'username' | 'email' | 'sessionId'>

export async function getSecondFactor(db: Database, userId: number) {
  const factor = await db
    .selectFrom('second_factors')
    .select('turned_on_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    turned_on_at: factor?.turned_on_at ?? null,
    recovery_codes_left: await countRecoveryCodes(db, userId),
  }
}

/** Replaces an unconfirmed secret. Refuses a wrong password, and a user with a factor. */
export async function beginFactor(
  db: Database,
  ring: Keyring,
  { user, password, issuer }: { user: User; password: string; issuer: string },
) {
  await requirePassword(db, user.id, password)
  if (await hasFactor(db, user.id)) throw new Refusal(secondFactor.begin.refusals.factor_on)
  const secret = newSecret()
  const trial = {
    ...sealSecret(ring, user.id, secret),
    expires_at: new Date(clock.now() + trialMinutes * 60_000),
  }
  await db
    .insertInto('factor_trials')
    .values({ user_id: user.id, ...trial })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(trial))
    .execute()
  return { secret, uri: uriOf(secret, issuer, user.username) }
}

/**
 * Ends the user's other sessions. Returns the recovery codes and a new token for this session, so
 * that a copy of the old one grants no access. Of two concurrent calls, only one succeeds.
 */
export function turnFactorOn(
  db: Database,
  { ring, sender }: Means,
  { user, code }: { user: User; code: string },
) {
  const { refusals } = secondFactor.turnOn
  return transaction(db, async (tx) => {
    await lockRow(tx, user.id)
    if (await hasFactor(tx, user.id)) throw new Refusal(refusals.factor_on)
    const trial = await tx
      .selectFrom('factor_trials')
      .select(['sealed', 'key_id'])
      .where('user_id', '=', user.id)
      .where('expires_at', '>', clock.date())
      .executeTakeFirst()
    const secret = trial && unsealSecret(ring, user.id, trial)
    if (!secret) throw new Refusal(refusals.factor_not_begun)
    const step = stepOf(secret, code)
    if (step === null) throw wrongCode()
    await tx.deleteFrom('factor_trials').where('user_id', '=', user.id).execute()
    await tx
      .insertInto('second_factors')
      .values({ user_id: user.id, ...sealSecret(ring, user.id, secret), last_step: step })
      .execute()
    const recovery_codes = await renewCodes(tx, user.id)
    await endSessions(tx, user.id, user.sessionId)
    await record(tx, 'second_factor.turned_on', { userId: user.id, data: {} })
    await tellFactor(tx, sender, user, 'on')
    return { recovery_codes, session: await renewSession(tx, user.sessionId) }
  })
}

type Both = { user: User; password: string; code: string }

/** Refuses a wrong password, a wrong code, and a user without a factor. */
export function turnFactorOff(db: Database, means: Means, both: Both) {
  return withPasswordAndCode(db, means, both, async (tx) => {
    const { user } = both
    await dropFactor(tx, user.id)
    await record(tx, 'second_factor.turned_off', { userId: user.id, data: {} })
    await tellFactor(tx, means.sender, user, 'off')
  })
}

/** Refuses what `turnFactorOff` refuses. Also replaces a recovery code that proves the identity. */
export function renewRecoveryCodes(db: Database, means: Means, both: Both) {
  return withPasswordAndCode(db, means, both, async (tx) => {
    const { user } = both
    const recovery_codes = await renewCodes(tx, user.id)
    await record(tx, 'recovery_codes.renewed', { userId: user.id, data: {} })
    return { recovery_codes }
  })
}
