import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { commonRefusals } from '#contract/refusals.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { hashToken, newToken } from './sessions.ts'

/** Told by its first letters, so that a key that leaked into a repository can be searched for. */
const prefix = 'loadout_'

export function newApiKey(): { key: string; hash: Buffer } {
  const key = prefix + newToken()
  return { key, hash: hashToken(key) }
}

/** Admits `Authorization: Bearer {key}`. Throws `invalid_api_key`. */
export async function requireApiKey(db: Database, { headers }: FastifyRequest): Promise<void> {
  const key = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const known =
    key?.startsWith(prefix) &&
    (await db
      .updateTable('api_keys')
      .set({ last_used_at: sql`now()` })
      .where('key_hash', '=', hashToken(key))
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst())
  if (!known) throw new Refusal(commonRefusals.invalid_api_key)
}
