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

type Wanted = { page: number; limit: number }

/** The latest run of each game, of which there are never many. Throws 404. */
export async function listUserSubscriptions(db: Database, userId: number, { page, limit }: Wanted) {
  await requireUser(db, userId)
  const runs = await listSubscriptions(db, userId)
  const shown = runs.slice(page * limit, (page + 1) * limit)
  const subscriptions = shown.map((run) => ({
    id: run.id,
    uid: userId,
    game_id: run.game_id,
    game_name: run.game_name,
    created_at: run.created_at,
    term_length: run.term_length,
    renewal: run.renewal,
  }))
  return { subscriptions, total: runs.length }
}

/** What a user did against the rules, newest first. Throws 404. */
export async function listInfractions(db: Database, userId: number, { page, limit }: Wanted) {
  await requireUser(db, userId)
  const ofUser = db.selectFrom('infractions').where('user_id', '=', userId)
  const [infractions, { total }] = await Promise.all([
    ofUser
      .select(['id', 'type', 'reason', 'created_at', 'cleared_at'])
      .select(sql<Record<string, unknown>>`details`.as('details'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    ofUser.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { infractions, total }
}
