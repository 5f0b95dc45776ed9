import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** In milliseconds. For a longer wait, the sender puts its job off. */
const mostWaiting = 1000

/** All processes share the limit. Returns the wait in milliseconds; undefined if it is too long. */
export async function reserveSlot(
  db: Database,
  mails: number,
  ratePerSecond: number,
): Promise<number | undefined> {
  const seconds = mails / ratePerSecond
  const { rows } = await sql<{ wait: number }>`
    update campaign_rate_limit set free_at = greatest(free_at, now()) + make_interval(secs => ${seconds})
     where free_at <= now() + make_interval(secs => ${mostWaiting / 1000})
    returning greatest(0, 1000 * (extract(epoch from free_at - now()) - ${seconds}))::float8 as wait
  `.execute(db)
  return rows[0]?.wait
}

export async function untilNextSlot(db: Database): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select greatest(0, 1000 * extract(epoch from free_at - now()))::float8 as wait
      from campaign_rate_limit`.execute(db)
  return rows[0]!.wait
}

/** In seconds: 30 after the first attempt, then four times longer after each. */
export function retryPause(attempts: number): number {
  return 30 * 4 ** (attempts - 1)
}
