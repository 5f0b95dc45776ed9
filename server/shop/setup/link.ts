import { sql } from 'kysely'
import { setup } from '#contract/shop/setup.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'
import { living } from '#server/platform/users/living.ts'

/** How long a link remains valid after its process was killed. */
const outlives = '5 minutes'
const keepUpEvery = 60_000

/** The token follows the #, which browsers do not send, so it is not in any proxy log. */
export const setupUrl = ({ siteUrl }: Pick<Config, 'siteUrl'>, token: string) =>
  `${siteUrl}/setup#${token}`

/** Creates a link that is valid for an hour. Null if the shop has an administrator. */
export async function issueSetupLink(db: Database): Promise<string | null> {
  const token = newToken()
  return (await keepUp(db, token, '1 hour')) ? token : null
}

/** Valid while this process runs. Null if the shop has an administrator. */
export async function offerSetupLink(db: Database) {
  const token = newToken()
  if (!(await keepUp(db, token, outlives))) return null
  const timer = setInterval(() => {
    keepUp(db, token, outlives).then(
      (kept) => kept || clearInterval(timer),
      // The database is unreachable. The next run extends the link.
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

const administrated = sql<boolean>`exists (select from users where admin and ${living})`

/** Returns false and does nothing if the shop has an administrator. */
async function keepUp(db: Database, token: string, lasts: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into setup_links (token_hash, expires_at)
    select ${hashToken(token)}, now() + ${lasts}::interval
     where not ${administrated}
        on conflict (token_hash) do update set expires_at = excluded.expires_at`.execute(db)
  return numAffectedRows === 1n
}

/** Refuses a used or expired link, and every link once the shop has an administrator. */
export async function requireSetupLink(db: Database, token: string) {
  const { spent_setup_link, has_administrator } = setup.check.refusals
  const { rows } = await sql<{ claimed: boolean }>`select ${administrated} as claimed`.execute(db)
  // The second person to claim the shop would not be helped by another link.
  if (rows[0]!.claimed) throw new Refusal(has_administrator)
  const link = await db
    .selectFrom('setup_links')
    .select('expires_at')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!link) throw new Refusal(spent_setup_link)
}
