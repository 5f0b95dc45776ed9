import { sql } from 'kysely'
import { apiKeys } from '#contract/api-keys.ts'
import type { Scope } from '#contract/capabilities.ts'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Page, pageOf } from '#server/kernel/page.ts'
import type { Staff } from '#server/logs/staff.ts'
import { shownName } from '#server/users/shown-name.ts'
import { createApiKey } from './keys.ts'

/** A page of the keys that are in force, newest first. */
export async function listKeys(db: Database, page: Page) {
  const live = db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'created_by')
    .where('revoked_at', 'is', null)
    .select(['api_keys.id', 'name', 'scopes', 'api_keys.created_at', 'last_used_at'])
    .select(shownName<string | null>().as('created_by'))
    .orderBy('api_keys.id', 'desc')
  const { rows, total } = await pageOf(live, page)
  return {
    api_keys: rows as (Omit<(typeof rows)[number], 'scopes'> & { scopes: Scope[] })[],
    total,
  }
}

type NewKey = { name: string; scopes: Scope[] }

/** Makes a key and answers it, this once. */
export function addKey(db: Database, staff: Staff, { name, scopes }: NewKey) {
  return transaction(db, async (tx) => {
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
