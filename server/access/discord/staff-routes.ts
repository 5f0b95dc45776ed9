import type { FastifyInstance } from 'fastify'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { staffDiscord } from '#contract/access/staff-discord.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { requireUser } from '#server/platform/users/users.ts'

const mostRoles = 200

export function staffDiscordRoutes(app: FastifyInstance) {
  const { db } = app.shop
  mount(app, staffDiscord.get, ({ params }) => getDiscordAccount(db, params.uid))
}

/** The linked Discord account and the state of its roles; null if none is linked. Throws 404. */
async function getDiscordAccount(db: Database, userId: number) {
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
          .selectFrom('products')
          .select('name')
          .whereRef('discord_role_id', '=', 'role_id')
          .orderBy('position')
          .limit(20),
      ).as('products'),
    )
    .where('discord_id', '=', link.id)
    .orderBy('role_id')
    .limit(mostRoles)
    .execute()
  const named = roles.map(({ products, ...role }) => ({
    ...role,
    products: products.map((g) => g.name),
  }))
  return { ...link, roles: named }
}
