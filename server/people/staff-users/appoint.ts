import { sql } from 'kysely'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { removeAbandoned } from '#server/platform/sessions/abandoned.ts'
import { forgetBrowsers } from '#server/platform/sessions/browsers.ts'
import { dropFactor } from '#server/platform/sessions/factor-codes.ts'
import { forgetAllFailures } from '#server/platform/sessions/login-failures.ts'
import { issueToken, spendAllTokensOf } from '#server/platform/sessions/mailed-tokens.ts'
import { endSessions } from '#server/platform/sessions/sessions.ts'
import { living } from '#server/platform/users/living.ts'
import { takenRefusal } from './taken.ts'

/** `existing` confirms that the customer account with this name belongs to the administrator. */
type NewAdmin = { username: string; email: string; existing?: boolean }

/**
 * For the operator's command line: checks no permission. Returns the token of a link that sets the
 * password. An existing account is unbanned and loses its password, sessions, links and second
 * factor. Throws a StartError for a taken address, or a customer's name without `existing`.
 */
export async function appointAdmin(db: Database, admin: NewAdmin) {
  await removeAbandoned(db, admin)
  return transaction(db, async (tx) => {
    // A claim takes the same lock, so the later of the two finds an administrator.
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    await tx.deleteFrom('setup_links').execute()
    const { factorRemoved, ...user } = (await reinstate(tx, admin)) ?? (await create(tx, admin))
    await record(tx, 'user.appointed', { userId: user.id, data: {} })
    return { token: await issueToken(tx, user, 'reset'), factorRemoved }
  }).catch((error) => {
    throw takenRefusal(error)
      ? new StartError(
          `Another account uses the address ${admin.email}. Use that account, or another address.`,
        )
      : error
  })
}

/** Anyone may have signed up with the operator's future name, so only the link grants access. */
async function reinstate(tx: Tx, { username, email, existing }: NewAdmin) {
  const before = await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'banned', 'admin', 'support', 'verified_at'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where(living)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  if (before.verified_at && !before.admin && !before.support && !existing) {
    throw new StartError(
      `“${before.username}” is a customer’s account, which anyone may have created. If it is yours, add --existing. If not, choose another username.`,
    )
  }
  const user = await tx
    .updateTable('users')
    .set({ email, admin: true, support: false, banned: false })
    // Following the link verifies the address.
    .set({ password_hash: null, verified_at: null })
    .where('id', '=', before.id)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  await spendAllTokensOf(tx, user.id)
  await forgetBrowsers(tx, user.id)
  await forgetAllFailures(tx, before)
  await endSessions(tx, user.id)
  const factorRemoved = await dropFactor(tx, user.id)
  return { ...user, factorRemoved }
}

async function create(tx: Tx, { username, email }: NewAdmin) {
  const user = await tx
    .insertInto('users')
    .values({ username, email, admin: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  return { ...user, factorRemoved: false }
}
