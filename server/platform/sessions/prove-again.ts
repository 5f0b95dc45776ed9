import { factorOffRefusals, type PasswordOrCode } from '#contract/wire/credentials.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { requirePassword, wrongPassword } from './current-password.ts'
import {
  countGuess,
  hasFactor,
  type Means,
  noteWrongCode,
  takeCode,
  wrongCode,
} from './factor-codes.ts'
import type { Addressed } from './factor-mails.ts'
import { forgetGuess } from './login-failures.ts'

type Perform<Answer> = (tx: Tx) => Promise<Answer>

/** Runs an action that a signed-in user confirms with the password, or with a code instead. */
export async function withPasswordOrCode<Answer>(
  db: Database,
  means: Means,
  { user, password, code }: PasswordOrCode & { user: Addressed },
  perform: Perform<Answer>,
): Promise<Answer> {
  if (code !== undefined) return withCode(db, means, { user, code }, perform)
  await requirePassword(db, user.id, password ?? '')
  return transaction(db, perform)
}

export async function withPasswordAndCode<Answer>(
  db: Database,
  means: Means,
  { user, password, code }: { user: Addressed; password: string; code: string },
  perform: Perform<Answer>,
): Promise<Answer> {
  const passwordHash = await requirePassword(db, user.id, password)
  return withCode(db, means, { user, code, passwordHash }, perform)
}

/** Consumes the code with the action: if that is refused, the code remains valid. */
async function withCode<Answer>(
  db: Database,
  means: Means,
  { user, code, passwordHash }: { user: Addressed; code: string; passwordHash?: string },
  perform: Perform<Answer>,
): Promise<Answer> {
  const guess = await countGuess(db, user.id, code, 'session')
  const outcome = await transaction(db, async (tx) => {
    const now = await tx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // The password changed since it was checked, so the checked one is no longer current.
    if (passwordHash !== undefined && now.password_hash !== passwordHash) throw wrongPassword()
    if (!(await hasFactor(tx, user.id))) throw new Refusal(factorOffRefusals.factor_off)
    if (!(await takeCode(tx, means, user, code))) return 'wrong'
    return { done: await perform(tx) }
  })
  if (outcome !== 'wrong') {
    if (guess !== undefined) await forgetGuess(db, guess)
    return outcome.done
  }
  await noteWrongCode(db, means.sender, user, passwordHash === undefined ? 'session' : 'password')
  throw wrongCode()
}
