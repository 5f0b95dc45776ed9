import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { loaderApi } from '#contract/licensing/loader-api.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { active } from '#server/platform/users/living.ts'
import { requireSigned } from './admit.ts'
import { loaderKeyOf } from './signing.ts'

const { refusals } = loaderApi.token
/** The prefix makes leaked tokens searchable. */
const prefix = 'loadout_loader_'
const lives = 3600

/** Refuses as RFC 8628 describes, and if the caller does not hold the pairing's key. */
export async function fetchTokens(db: Database, deviceCode: string, request: FastifyRequest) {
  const pairing = await db
    .selectFrom('loader_pairings')
    .select(['id', 'user_id', 'public_key', 'name', 'os', 'build', 'status', 'seconds'])
    .select([
      sql<boolean>`expires_at <= now()`.as('over'),
      sql<boolean>`coalesce(polled_at > now() - make_interval(secs => seconds), false)`.as('early'),
    ])
    .where('device_code_hash', '=', hashToken(deviceCode))
    .executeTakeFirst()
  if (!pairing) throw new Refusal(refusals.invalid_grant)
  requireSigned(request, loaderKeyOf(pairing.public_key))
  if (pairing.over) throw new Refusal(refusals.expired_token)
  if (pairing.status === 'denied') throw new Refusal(refusals.access_denied)
  if (pairing.status === 'waiting') {
    await db
      .updateTable('loader_pairings')
      .set({
        polled_at: sql`now()`,
        ...(pairing.early && { seconds: sql`least(seconds + 5, 60)` }),
      })
      .where('id', '=', pairing.id)
      .execute()
    throw new Refusal(pairing.early ? refusals.slow_down : refusals.authorization_pending)
  }
  const made = newTokens()
  await transaction(db, async (tx) => {
    await requireStanding(tx, pairing.id)
    // The loader fetches again because the answer was lost. This revokes the earlier tokens.
    await tx
      .updateTable('loader_tokens')
      .set({ revoked_at: sql`now()` })
      .where('user_id', '=', pairing.user_id)
      .where('public_key', '=', pairing.public_key)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .insertInto('loader_tokens')
      .values({
        user_id: pairing.user_id!,
        public_key: pairing.public_key,
        name: pairing.name,
        os: pairing.os,
        build: pairing.build === null ? null : JSON.stringify(pairing.build),
        access_hash: hashToken(made.access),
        access_expires_at: made.expires,
        refresh_hash: hashToken(made.refresh),
      })
      .execute()
  })
  return present(made)
}

/** Refuses an ended pairing. The lock ensures that code that ends it later sees the new tokens. */
async function requireStanding(tx: Tx, id: number) {
  const standing = await tx
    .selectFrom('loader_pairings')
    .innerJoin('users', 'users.id', 'user_id')
    .select('loader_pairings.id')
    .where('loader_pairings.id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(active)
    .forUpdate('loader_pairings')
    .executeTakeFirst()
  if (!standing) throw new Refusal(refusals.invalid_grant)
}

/** Refuses a revoked token, and a caller that does not hold the loader's key. */
export async function refreshTokens(db: Database, refresh: string, request: FastifyRequest) {
  const token = await db
    .selectFrom('loader_tokens')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['loader_tokens.id', 'public_key'])
    .where('refresh_hash', '=', hashToken(refresh))
    .where('revoked_at', 'is', null)
    .where(active)
    .executeTakeFirst()
  if (!token) throw new Refusal(refusals.invalid_grant)
  requireSigned(request, loaderKeyOf(token.public_key))
  const made = { ...newTokens(), refresh }
  await db
    .updateTable('loader_tokens')
    .set({
      access_hash: hashToken(made.access),
      access_expires_at: made.expires,
      last_used_at: sql`now()`,
    })
    .where('id', '=', token.id)
    .execute()
  return present(made)
}

const newTokens = () => ({
  access: prefix + newToken(),
  refresh: prefix + newToken(),
  expires: new Date(clock.now() + lives * 1000),
})

function present({ access, refresh }: ReturnType<typeof newTokens>) {
  return {
    access_token: access,
    token_type: 'Bearer' as const,
    expires_in: lives,
    refresh_token: refresh,
    time: clock.now(),
  }
}
