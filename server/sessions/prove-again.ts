import { factorOffRefusals, type PasswordOrCode } from '#contract/credentials.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
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

type Perform<Answer> = (tx: Tx) => Promise<Answer>

/** Does what somebody signed in proves by their password, or by a code in its place. */
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

/** Does what takes both: the password, which takes its time, and a code. */
export async function withPasswordAndCode<Answer>(
  db: Database,
  means: Means,
  { user, password, code }: { user: Addressed; password: string; code: string },
  perform: Perform<Answer>,
): Promise<Answer> {
  const passwordHash = await requirePassword(db, user.id, password)
  return withCode(db, means, { user, code, passwordHash }, perform)
}

/** The code is spent with what it proves: where that is refused, it is good still. */
async function withCode<Answer>(
  db: Database,
  means: Means,
  { user, code, passwordHash }: { user: Addressed; code: string; passwordHash?: string },
  perform: Perform<Answer>,
): Promise<Answer> {
  await countGuess(db, user.id, code)
  const outcome = await transaction(db, async (tx) => {
    const now = await tx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // Changed meanwhile: what was proved is the password no longer.
    if (passwordHash !== undefined && now.password_hash !== passwordHash) throw wrongPassword()
    if (!(await hasFactor(tx, user.id))) throw new Refusal(factorOffRefusals.factor_off)
    if (!(await takeCode(tx, means, user, code))) return 'wrong'
    return { done: await perform(tx) }
  })
  if (outcome !== 'wrong') return outcome.done
  await noteWrongCode(db, means.sender, user, passwordHash === undefined ? 'session' : 'password')
  throw wrongCode()
}
