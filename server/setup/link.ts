import { sql } from 'kysely'
import { setup } from '#contract/setup.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { hashToken, newToken } from '#server/kernel/tokens.ts'
import { living } from '#server/users/living.ts'

/** How long a link outlives a process that was killed. */
const outlives = '5 minutes'
const keepUpEvery = 60_000

/** The token stands behind the #, which browsers keep to themselves: no log of a proxy has it. */
export const setupUrl = ({ siteUrl }: Pick<Config, 'siteUrl'>, token: string) =>
  `${siteUrl}/setup#${token}`

/** A link that lasts for an hour; null when the shop has an administrator. */
export async function issueSetupLink(db: Database): Promise<string | null> {
  const token = newToken()
  return (await keepUp(db, token, '1 hour')) ? token : null
}

/**
 * A link that lasts for as long as this process: others on the same database print their own, and no
 * start ends what another terminal shows. Null when the shop has an administrator.
 */
export async function offerSetupLink(db: Database) {
  const token = newToken()
  if (!(await keepUp(db, token, outlives))) return null
  const timer = setInterval(() => {
    keepUp(db, token, outlives).then(
      (kept) => kept || clearInterval(timer),
      // The database is away: the next time will do.
      () => {},
    )
  }, keepUpEvery)
  timer.unref()
  return {
    token,
    async stop() {
      clearInterval(timer)
      await db.deleteFrom('setup_links').where('token_hash', '=', hashToken(token)).execute()
    },
  }
}

/** Whether somebody administers the shop: it is nobody else's to claim then. */
const administrated = sql<boolean>`exists (select from users where admin and ${living})`

/** False, and nothing done, when the shop has an administrator. */
async function keepUp(db: Database, token: string, lasts: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into setup_links (token_hash, expires_at)
    select ${hashToken(token)}, now() + ${lasts}::interval
     where not ${administrated}
        on conflict (token_hash) do update set expires_at = excluded.expires_at`.execute(db)
  return numAffectedRows === 1n
}

/** Refuses a link that was used or is out of date, and any at all once somebody administers the shop. */
export async function requireSetupLink(db: Database, token: string) {
  const { spent_setup_link, has_administrator } = setup.check.refusals
  const { rows } = await sql<{ claimed: boolean }>`select ${administrated} as claimed`.execute(db)
  // Another link would not help whoever comes second.
  if (rows[0]!.claimed) throw new Refusal(has_administrator)
  const link = await db
    .selectFrom('setup_links')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) throw new Refusal(spent_setup_link)
}
