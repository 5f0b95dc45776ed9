import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { active } from '#server/platform/users/living.ts'
import { running } from './running.ts'
import { pauseOf } from './still.ts'

/** By account and role. None while the time is paused or the customer is banned. */
export function selectDueRoles(db: Database, isRunning = running) {
  return db
    .selectFrom('discord_links')
    .innerJoin('users', 'users.id', 'discord_links.user_id')
    .innerJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .select(['discord_links.discord_id as account', 'discord_links.user_id as userId'])
    .select(sql<string>`products.discord_role_id`.as('roleId'))
    .select(sql<string>`string_agg(distinct products.name, ', ')`.as('products'))
    .where('products.discord_role_id', 'is not', null)
    .where(isRunning)
    .where(pauseOf('subscriptions'), 'is', null)
    .where(active)
    .groupBy(['discord_links.user_id', 'products.discord_role_id'])
}
