import {
  type Discord,
  DiscordBusy,
  DiscordRefused,
  discordCodes,
  isNotThere,
} from '#server/adapters/discord/discord.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { dueRolesOf, type Role, type RoleState, rolesToMatch, writeState } from './role-states.ts'

type Guild = { discord: Discord; shopName: string }

/** Rereads due roles at the end, as they may have changed. Throws DiscordBusy and DiscordDown. */
export async function matchRoles(db: Database, guild: Guild, account: string): Promise<void> {
  let due = await dueRolesOf(db, account)
  for (;;) {
    await matchOnce(db, guild, account, await rolesToMatch(db, account, due))
    const now = await dueRolesOf(db, account)
    if (sameRoles(due, now)) return
    due = now
  }
}

function sameRoles(...sets: [Role[], Role[]]) {
  const [one, other] = sets.map((roles) =>
    roles
      .map(({ roleId }) => roleId)
      .sort()
      .join(),
  )
  return one === other
}

async function matchOnce(db: Database, guild: Guild, account: string, roles: Role[]) {
  if (roles.length === 0) return
  const held = guild.discord.rolesOf(account)
  let passing: unknown
  for (const role of roles) {
    let state: RoleState
    try {
      state = await matchRole(db, guild, account, role, await held)
    } catch (error) {
      if (error instanceof DiscordBusy) throw error
      state = stateOf(error)
      if (state.passing) passing ??= error
    }
    await writeState(db, account, role, state)
  }
  if (passing) throw passing
}

/** Grants or removes one role. `held` is null if the account is not in the server. */
async function matchRole(
  db: Database,
  { discord, shopName }: Guild,
  account: string,
  role: Role,
  held: string[] | null,
): Promise<RoleState> {
  const has = held?.includes(role.roleId) ?? false
  if (!role.products) {
    if (has) await discord.takeRole(account, role.roleId, `${shopName}: subscription has ended`)
    return { state: 'gone' }
  }
  if (!held) return leftServer
  if (!has) {
    // Recorded before the call: if the response is lost, the store may still remove the role.
    await writeState(db, account, role, { state: 'pending' })
    await discord.giveRole(account, role.roleId, `${shopName}: subscription of ${role.products}`)
  }
  return { state: 'given' }
}

const leftServer = { state: 'left_server', detail: 'Not a member of the Discord server' } as const
/** The bot is not in the server, or its own role is below this role. */
const forbidden: readonly number[] = [discordCodes.missingAccess, discordCodes.missingPermissions]

function stateOf(error: unknown): RoleState {
  if (!(error instanceof DiscordRefused))
    return { state: 'failed', detail: (error as Error).message, passing: true }
  if (isNotThere(error)) return leftServer
  const state = forbidden.includes(error.code) ? 'forbidden' : 'failed'
  return { state, detail: `Discord says: ${error.message} (${error.code})` }
}
