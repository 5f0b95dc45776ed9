import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#server/kernel/database.ts'
import { listSubscriptions } from '#server/subscriptions/subscriptions.ts'
import { requireUser } from './accounts.ts'

const most = 200

/** The linked Discord account and what became of its roles; null without one. Throws 404. */
export async function readDiscord(db: Database, userId: number) {
  await requireUser(db, userId)
  const link = await db
    .selectFrom('discord_links')
    .select(['discord_id as id', 'username', 'linked_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!link) return null
  const roles = await db
    .selectFrom('discord_roles')
    .select(['role_id', 'state', 'detail', 'checked_at'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('games')
          .select('name')
          .whereRef('discord_role_id', '=', 'role_id')
          .orderBy('position')
          .limit(20),
      ).as('games'),
    )
    .where('discord_id', '=', link.id)
    .orderBy('role_id')
    .limit(most)
    .execute()
  const named = roles.map(({ games, ...role }) => ({ ...role, games: games.map((g) => g.name) }))
  return { ...link, roles: named }
}

/** The latest run of each game. Throws 404. */
export async function listUserSubscriptions(db: Database, userId: number) {
  await requireUser(db, userId)
  const runs = await listSubscriptions(db, userId)
  return runs.map(({ id, game_id, game_name, created_at, term_length }) => ({
    id,
    uid: userId,
    game_id,
    game_name,
    created_at,
    term_length,
  }))
}

/** What a user did against the rules, newest first. Throws 404. */
export async function listInfractions(db: Database, userId: number) {
  await requireUser(db, userId)
  return db
    .selectFrom('infractions')
    .select(['id', 'type', 'reason', 'created_at', 'cleared_at'])
    .select(sql<Record<string, unknown>>`details`.as('details'))
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
