import { type RawBuilder, sql } from 'kysely'
import type { leftOutFor } from '#contract/outages/credits.ts'
import { disputedTime } from '#server/access/subscriptions/disputed.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Down } from './downtime.ts'
import { intervalsJson, milliseconds } from './interval-json.ts'
import {
  type Credited,
  creditFor,
  creditForRest,
  type Interval,
  overlap,
  secondsOf,
  without,
} from './intervals.ts'
import { isRestDisputed, whyLeftOut } from './who.ts'

const atOnce = 5000

type Run = {
  id: number
  user_id: number
  product_id: number
  from: number
  to: number
  why: (typeof leftOutFor)[number] | null
  credited: Credited[]
  /** The time was paused, so nothing was lost. */
  paused: Interval[]
  /** The periods of the run that disputed payments bought. */
  disputed: Interval[]
  rest_disputed: boolean
}
export type Credit = { run: Run; seconds: number; during: Interval[]; why: Run['why'] }
export type Found = {
  product: number
  /** Selects the runs of the product to check. */
  where: RawBuilder<unknown>
  credit: (run: Run) => Credit | null
}

/** Credits no interval twice, and rounds an interval that is credited in parts only once. */
export function lostBy({ product, percent, rounding, during: down, earlier }: Down): Found {
  const { from, to } = { from: down[0]!.from, to: down.at(-1)!.to }
  const creditOf = (lost: Interval[]) => creditFor(secondsOf(lost), percent, rounding)
  /** Parts of a freeze were rounded together, even if the rounding added nothing. */
  const restOfStill = (run: Run, lost: Interval[], pieces: Interval[]) => {
    const fresh = without(lost, run.credited)
    const before = without(overlap([run], pieces), [...run.paused, ...run.disputed, ...fresh])
    return { fresh, seconds: creditOf([...before, ...fresh]) - creditOf(before) }
  }
  return {
    product,
    where: sql`run.product_id = ${product}
        and run.ends_at > to_timestamp(${from / 1000}::float8)
        and run.created_at < to_timestamp(${to / 1000}::float8)`,
    credit: (run) => {
      const stopped = without(overlap([run], down), run.paused)
      if (secondsOf(stopped) === 0) return null
      const lost = without(stopped, run.disputed)
      if (secondsOf(lost) === 0)
        return { run, seconds: secondsOf(stopped), during: [], why: 'disputed' }
      const { fresh, seconds } = earlier
        ? restOfStill(run, lost, earlier)
        : creditForRest(lost, run.credited, percent, rounding)
      if (seconds > 0) return { run, seconds, during: fresh, why: run.why }
      return { run, seconds: secondsOf(lost), during: [], why: run.why ?? 'credited' }
    },
  }
}

export function byHand(product: number, seconds: number): Found {
  return {
    product,
    where: sql`run.product_id = ${product} and run.ends_at > now() and run.created_at <= now()`,
    credit: (run) => ({
      ...{ run, seconds, during: [] },
      why: run.why ?? (run.rest_disputed ? 'disputed' : null),
    }),
  }
}

export async function* findCredits(db: Database, { where, credit }: Found) {
  let last = 0
  for (;;) {
    const { rows } = await sql<Run>`
      select run.id, run.user_id, run.product_id, ${whyLeftOut} as why,
             ${milliseconds(sql`run.created_at`)} as from, ${milliseconds(sql`run.ends_at`)} as to,
             (select ${intervalsJson(
               sql`lower(during)`,
               sql`upper(during)`,
               sql`'credit', credit_id, 'seconds', given.seconds`,
             )}
                from credit_ranges join time_credits as given on given.id = credit_id
               where credit_ranges.subscription_id = run.id and active) as credited,
             (select ${intervalsJson(sql`since`, sql`coalesce(ended_at, until)`)}
                from pauses where subscription_id = run.id) as paused,
             (select ${intervalsJson(sql`lower(part)`, sql`upper(part)`)}
                from unnest(disputed.time) as part) as disputed,
             ${isRestDisputed} as rest_disputed
        from subscriptions as run join users on users.id = run.user_id
        cross join lateral (select ${disputedTime('run')} as time) as disputed
       where (${where}) and run.id > ${last}
       order by run.id limit ${atOnce}`.execute(db)
    yield { looked: rows.length, found: rows.map(credit).filter((each) => each !== null) }
    if (rows.length < atOnce) return
    last = rows.at(-1)!.id
  }
}
