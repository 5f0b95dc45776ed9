import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/** A sender waits so long for its turn, in milliseconds; for a longer wait it comes again. */
const mostWaiting = 1000

/**
 * Takes room for so many mails in what all campaigns of all processes may send together, and
 * answers in how many milliseconds it begins; `undefined` when that is too long to wait for, and
 * then nothing is taken.
 */
export async function reserveRoom(
  db: Database,
  mails: number,
  ratePerSecond: number,
): Promise<number | undefined> {
  const seconds = mails / ratePerSecond
  const { rows } = await sql<{ wait: number }>`
    update campaign_pace set free_at = greatest(free_at, now()) + make_interval(secs => ${seconds})
     where free_at <= now() + make_interval(secs => ${mostWaiting / 1000})
    returning greatest(0, 1000 * (extract(epoch from free_at - now()) - ${seconds}))::float8 as wait
  `.execute(db)
  return rows[0]?.wait
}

/** In how many milliseconds there is room again. */
export async function untilRoom(db: Database): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select greatest(0, 1000 * extract(epoch from free_at - now()))::float8 as wait
      from campaign_pace`.execute(db)
  return rows[0]!.wait
}

/** Seconds until a recipient that was put off so many times is tried again: 30, then ever longer. */
export function retryPause(attempts: number): number {
  return 30 * 4 ** (attempts - 1)
}
