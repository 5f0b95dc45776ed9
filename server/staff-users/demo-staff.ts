import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import { endSessions } from '#server/kernel/sessions.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { writeLog } from '#server/logs/log.ts'
import { closeDemoUsers, isPublished } from '#server/sessions/demo-passwords.ts'
import { spendAllTokensOf } from '#server/sessions/mailed-tokens.ts'
import { living } from '#server/users/living.ts'

// The demo's administrators have published passwords, so any staff account or API key made in a
// demo may be a stranger's. The users of the demo are marked until the demo is closed.

const command =
  'run `npm run setup -- --admin you --email you@example.com --demo-staff remove` with the same environment variables, which takes their rights and ends those keys, or the same with `keep` if they are your own'

/**
 * Keeps a shop that was a demo from opening with staff or API keys that strangers may have made.
 */
export async function refuseDemoStaff(db: Database) {
  if (!(await isDemo(db))) return
  const told = tell(await findMadeInDemo(db))
  if (told) throw new StartError(`${told} Before you start: ${command}.`)
  await forgetDemo(db)
}

/** Throws a StartError when it must be said what becomes of them, and it was not. */
export async function requireChoice(db: Database, username: string, choice: string | undefined) {
  if (choice !== undefined || !(await isDemo(db))) return
  const told = tell(await findMadeInDemo(db, username))
  if (told) throw new StartError(`${told} Say what becomes of them: ${command}.`)
}

/**
 * Closes the demo's own accounts and, unless they are to be kept, takes the rights of all staff but
 * one and ends all API keys. Answers what was done, a sentence each.
 */
export async function closeDemo(db: Database, username: string, keep: boolean): Promise<string[]> {
  if (!(await isDemo(db))) return []
  const { staff, keys } = await findMadeInDemo(db, username)
  const closed = await closeDemoUsers(db)
  const said = closed
    ? [`${closed} of the demo shop’s accounts had published passwords and are closed.`]
    : []
  if (!keep && staff.length > 0) {
    await takeRights(
      db,
      staff.map(({ id }) => id),
    )
    said.push(`No longer staff: ${staff.map((user) => user.username).join(', ')}.`)
  }
  if (!keep && keys.length > 0) {
    await db
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('revoked_at', 'is', null)
      .execute()
    said.push(`API keys ended: ${keys.map(({ name }) => name).join(', ')}.`)
  }
  await forgetDemo(db)
  return said
}

async function isDemo(db: Database) {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('demo', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

async function forgetDemo(db: Database) {
  await db.updateTable('users').set({ demo: false }).where('demo', '=', true).execute()
}

type Made = Awaited<ReturnType<typeof findMadeInDemo>>

/**
 * Staff but this one and those whom a published password opens, who are closed anyway; and keys.
 */
async function findMadeInDemo(db: Database, but = '') {
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash'])
    .where(({ or, eb }) => or([eb('admin', '=', true), eb('support', '=', true)]))
    .where(living)
    .where(sql`lower(username)`, '!=', sql`lower(${but})`)
    .orderBy('id')
    .execute()
  const staff: typeof users = []
  for (const user of users) {
    if (!user.password_hash || !(await isPublished(user.password_hash))) staff.push(user)
  }
  const keys = await db
    .selectFrom('api_keys')
    .select('name')
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  return { staff, keys }
}

function tell({ staff, keys }: Made): string | undefined {
  const parts = [
    ...(staff.length > 0 ? [`staff: ${staff.map((user) => user.username).join(', ')}`] : []),
    ...(keys.length > 0 ? [`API keys: ${keys.map(({ name }) => name).join(', ')}`] : []),
  ]
  if (parts.length === 0) return undefined
  return `This was a demo shop, whose administrator anybody could be, and strangers may have made these (${parts.join('; ')}).`
}

function takeRights(db: Database, ids: number[]) {
  return transaction(db, async (tx) => {
    await tx
      .updateTable('users')
      .set({ admin: false, support: false })
      .where('id', 'in', ids)
      .execute()
    for (const userId of ids) {
      await spendAllTokensOf(tx, userId)
      await endSessions(tx, userId)
      await writeLog(tx, {
        source: 'auth',
        level: 'warning',
        message: 'Rights of the demo shop taken on the command line',
        userId,
      })
    }
  })
}
