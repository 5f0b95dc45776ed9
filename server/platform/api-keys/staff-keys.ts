import { sql } from 'kysely'
import { apiKeys } from '#contract/platform/api-keys.ts'
import type { Scope } from '#contract/wire/capabilities.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { reachable } from '#server/platform/users/living.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { createApiKey } from './keys.ts'

/** A page of the active keys, newest first: all keys, or those created by one user. */
export async function listKeys(db: Database, { made_by, ...page }: Page & { made_by?: number }) {
  const live = db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'created_by')
    .where('revoked_at', 'is', null)
    .$if(made_by !== undefined, (query) => query.where('created_by', '=', made_by!))
    .select(['api_keys.id', 'name', 'scopes', 'api_keys.created_at', 'last_used_at'])
    .select(shownName<string | null>().as('created_by'))
    .select(sql<boolean>`created_by is not null and not (${reachableAdmin})`.as('maker_left'))
    .orderBy('api_keys.id', 'desc')
  const { rows, total } = await pageOf(live, page)
  return {
    api_keys: rows as (Omit<(typeof rows)[number], 'scopes'> & { scopes: Scope[] })[],
    total,
  }
}

type NewKey = { name: string; scopes: Scope[] }

const reachableAdmin = sql<boolean>`users.admin and ${reachable}`

/** Creates a key and returns it. It cannot be read again. */
export function addKey(db: Database, staff: Staff, { name, scopes }: NewKey) {
  return transaction(db, async (tx) => {
    // A concurrent demotion then either revokes this key too or prevents its creation.
    const admin = await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', staff.id)
      .where(reachableAdmin)
      .forShare()
      .executeTakeFirst()
    if (!admin) throw new Refusal(commonRefusals.forbidden)
    const key = await createApiKey(tx, name, scopes, staff.id)
    await record(tx, 'api_key.added', { staff, data: { name, scopes } })
    return { name, key }
  })
}

/** Throws `unknown_key`. */
export function removeKey(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw new Refusal(apiKeys.remove.refusals.unknown_key)
    await record(tx, 'api_key.revoked', { staff, data: { key: id, name: revoked.name } })
  })
}

/** A former administrator may have copies of the keys. Returns how many keys there were. */
export async function revokeKeysOf(tx: Tx, staff: Staff, userId: number): Promise<number> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute()
  for (const { id, name } of revoked)
    await record(tx, 'api_key.revoked', { staff, data: { key: id, name, made_by: userId } })
  return revoked.length
}

/** The name is case-insensitive. */
export async function countKeysOf(db: Database, username: string): Promise<number> {
  const { keys } = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'created_by')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return keys
}
