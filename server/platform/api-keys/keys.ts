import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Scope } from '#contract/wire/capabilities.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import type { ActingKey } from '#server/platform/logs/staff.ts'

/** The prefix makes keys that leaked into a repository searchable. */
const prefix = 'loadout_'

export function newApiKey(): { key: string; hash: Buffer } {
  const key = prefix + newToken()
  return { key, hash: hashToken(key) }
}

/** Creates an API key and returns it. It cannot be read again, because only its hash is stored. */
export async function createApiKey(
  db: Database,
  name: string,
  scopes: Scope[] = ['report_status'],
  createdBy: number | null = null,
): Promise<string> {
  const { key, hash: key_hash } = newApiKey()
  await db
    .insertInto('api_keys')
    .values({ name, scopes, key_hash, created_by: createdBy })
    .execute()
  return key
}

export async function revokeApiKeys(db: Database, name: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Requires `Authorization: Bearer {key}`. Throws `invalid_api_key` and `key_not_allowed`. */
export async function requireApiKey(
  db: Database,
  { headers }: FastifyRequest,
  scope: Scope,
): Promise<ActingKey> {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const known = key?.startsWith(prefix)
    ? await db
        .updateTable('api_keys')
        .set({ last_used_at: sql`now()` })
        .where('key_hash', '=', hashToken(key))
        .where('revoked_at', 'is', null)
        .returning(['id', 'name', 'scopes'])
        .executeTakeFirst()
    : undefined
  if (!known) throw new Refusal(commonRefusals.invalid_api_key)
  const { scopes, ...acting } = known
  if (!scopes.includes(scope)) throw new Refusal(commonRefusals.key_not_allowed)
  return acting
}
