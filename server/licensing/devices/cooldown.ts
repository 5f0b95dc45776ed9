import type { Database } from '#server/kernel/database/database.ts'

export type ReleaseRules = { release_days: number; releases_a_month: number }

const day = 86_400_000
const month = 30 * day

/** In milliseconds, as are the times of earlier releases. Null: now. */
export function nextRelease(
  released: readonly number[],
  { release_days, releases_a_month }: ReleaseRules,
  now: number,
): number | null {
  const latest = released.toSorted((a, b) => b - a)
  const cooled = latest[0] === undefined ? 0 : latest[0] + release_days * day
  // The release that has to be a month old before another one is allowed.
  const counted = latest[releases_a_month - 1]
  const free = counted === undefined ? 0 : counted + month
  const next = Math.max(cooled, free)
  return next > now ? next : null
}

/** The customer's own releases since staff last reset the cooldown. */
export async function listReleases(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('device_history')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('kind', '=', 'released')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_history as later')
            .select('later.id')
            .where('later.user_id', '=', userId)
            .where('later.kind', '=', 'cooldown_lifted')
            .whereRef('later.id', '>', 'device_history.id'),
        ),
      ),
    )
    .orderBy('id', 'desc')
    .limit(30)
    .execute()
  return rows.map(({ created_at }) => created_at.getTime())
}

export async function nextReleaseAt(
  db: Database,
  userId: number,
  rules: ReleaseRules,
  now: number,
): Promise<Date | null> {
  const next = nextRelease(await listReleases(db, userId), rules, now)
  return next === null ? null : new Date(next)
}
