import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { takenRefusal } from '#server/people/staff-users/taken.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { removeAbandoned } from '#server/platform/sessions/abandoned.ts'
import type { Visit } from '#server/platform/sessions/cookies.ts'
import { refuseGuessable } from '#server/platform/sessions/guessable-passwords.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { admit } from '#server/platform/sessions/sign-in.ts'
import { requireSetupLink } from './link.ts'

type Claim = { token: string; username: string; email: string; password: string }

/** Only one of concurrent calls succeeds. The address counts as verified: mail may not work yet. */
export async function claimShop(db: Database, sender: Sender, claim: Claim, visit: Visit) {
  const { token, username, email, password } = claim
  // Look up the link first, so that guessing does not cost a hash each time.
  await requireSetupLink(db, token)
  refuseGuessable(password, { username, email }, sender.shopName, ['body', 'password'])
  const password_hash = await hashPassword(password)
  await removeAbandoned(db, { username, email })
  return transaction(db, async (tx) => {
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    await requireSetupLink(tx, token)
    await tx.deleteFrom('setup_links').execute()
    const user = await tx
      .insertInto('users')
      .values({ username, email, password_hash, admin: true, verified_at: sql`now()` })
      .returning(['id', 'username', 'email', 'admin', 'support', 'created_at'])
      .executeTakeFirstOrThrow()
    await writeLog(tx, {
      source: 'auth',
      level: 'warning',
      message: 'Administrator created with the setup link',
      userId: user.id,
    })
    return admit(tx, sender, user, visit)
  }).catch((error) => {
    throw takenRefusal(error) ?? error
  })
}
