import { sql } from 'kysely'
import { selectDueRoles } from '#server/access/subscriptions/due-roles.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { logThrottled } from '#server/platform/logs/throttled.ts'

export type Role = {
  roleId: string
  userId: number
  /** Null if the role was granted and is no longer due. */
  products: string | null
}

export type RoleState = {
  state: 'pending' | 'given' | 'gone' | 'left_server' | 'forbidden' | 'failed'
  detail?: string
  /** The attempt was inconclusive: a role recorded as given stays so. */
  passing?: boolean
}

export function dueRolesOf(db: Database, account: string): Promise<Role[]> {
  return selectDueRoles(db).where('discord_links.discord_id', '=', account).execute()
}

/** Removes only roles that the store granted and that are no longer due. */
export async function rolesToMatch(db: Database, account: string, due: Role[]): Promise<Role[]> {
  const noted = await db
    .selectFrom('discord_roles')
    .select(['role_id as roleId', 'user_id as userId'])
    .where('discord_id', '=', account)
    .execute()
  const surplus = noted.filter(({ roleId }) => !due.some((role) => role.roleId === roleId))
  return [...due, ...surplus.map((role) => ({ ...role, products: null }))]
}

const problems: Partial<Record<RoleState['state'], string>> = {
  left_server: 'Discord role not given: not in the server',
  forbidden: 'Discord role not given: the bot lacks the permission',
  failed: 'Discord role not given',
}
/** The change is retried repeatedly, so it is logged at most once a day. In seconds. */
const everySeconds = 86_400

/** Records the state of an account's role. The entry is deleted when the role is gone. */
export async function writeState(
  db: Database,
  account: string,
  { roleId, userId }: Role,
  { state, detail = '', passing = false }: RoleState,
) {
  if (state === 'gone') {
    await db
      .deleteFrom('discord_roles')
      .where('discord_id', '=', account)
      .where('role_id', '=', roleId)
      .execute()
    return
  }
  await db
    .insertInto('discord_roles')
    .values({ discord_id: account, role_id: roleId, user_id: userId, state, detail })
    .onConflict((conflict) =>
      conflict
        .columns(['discord_id', 'role_id'])
        .doUpdateSet({ user_id: userId, state, detail, checked_at: sql`now()` })
        .where(sql<boolean>`(not ${passing}::boolean or discord_roles.state <> 'given')`),
    )
    .execute()
  const problem = problems[state]
  if (!problem || passing) return
  await logThrottled(db, `discord ${account} ${roleId} ${state}`, everySeconds, {
    source: 'discord',
    level: 'warning',
    message: problem,
    details: { role: roleId, detail },
    userId,
  })
}
