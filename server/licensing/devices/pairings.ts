import { sql } from 'kysely'
import { devices } from '#contract/licensing/devices.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { lockRow } from '#server/platform/users/users.ts'

/** Paired loaders have no known computer until they have been used to play. */
export function listUnplayed(db: Database, userId: number) {
  return db
    .selectFrom('loader_tokens')
    .select(['id', 'name', 'os', 'created_at as paired_at'])
    .where('user_id', '=', userId)
    .where('device_id', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/**
 * Signs out all loaders on the computer at any time, because a stolen computer must not wait for a
 * cooldown. Its slots stay taken until it is released. Throws `unknown_pairing`.
 */
export function removePairing(db: Database, userId: number, id: number) {
  return transaction(db, async (tx) => {
    await lockRow(tx, userId)
    const found = await tx
      .selectFrom('loader_tokens')
      .select(['device_id', 'public_key'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new Refusal(devices.removePairing.refusals.unknown_pairing)
    const { device_id: device, public_key } = found
    await endPairings(tx, userId, [public_key, ...(device ? await keysOf(tx, [device]) : [])])
    await writeLog(tx, {
      source: 'loader',
      message: 'Loader signed out',
      details: { loader: id, ...(device && { device }) },
      userId,
    })
  })
}

export async function keysOf(tx: Tx, deviceIds: number[]) {
  const tokens = await tx
    .selectFrom('loader_tokens')
    .select('public_key')
    .where('device_id', 'in', deviceIds)
    .where('revoked_at', 'is', null)
    .execute()
  return tokens.map(({ public_key }) => public_key)
}

/** Pairings come first, so that they cannot be used to fetch new tokens after the revocation. */
export async function endPairings(tx: Tx, userId: number, keys: Buffer[]) {
  if (keys.length === 0) return
  await tx
    .updateTable('loader_pairings')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('public_key', 'in', keys)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  const revoked = await tx
    .updateTable('loader_tokens')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('public_key', 'in', keys)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  if (revoked.length === 0) return
  await tx
    .updateTable('loader_sessions')
    .set({ ended_at: sql`now()` })
    .where(
      'token_id',
      'in',
      revoked.map(({ id }) => id),
    )
    .where('ended_at', 'is', null)
    .execute()
}
