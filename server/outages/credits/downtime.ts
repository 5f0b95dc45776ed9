import { sql } from 'kysely'
import type { modes } from '#contract/outages/credits.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { intervalJson, intervalsJson } from './interval-json.ts'
import { beside, downtimeOf, type Interval, joined, type Rounding } from './intervals.ts'
import { policyOf } from './policy-columns.ts'

export type Down = {
  product: number
  rounding: Rounding
  percent: number
  during: Interval[]
  /** The intervals that this downtime continues. Their credit was already rounded. */
  earlier?: Interval[]
}

type Row = {
  product: number
  rounding: Rounding
  percent: number
  from_minutes: number
  own: Interval
  others: Interval[]
}

const others = 90

/**
 * Returns the incident's own time and the time of closed incidents close to it, for each product.
 * Leaves out products that the incident does not count for, and products with another mode.
 */
export async function readDowntime(
  db: Database,
  incident: number,
  mode: (typeof modes)[number] = 'credit',
): Promise<Down[]> {
  const { rows } = await sql<Row>`
    with touched as (
      select distinct product_id from product_modules join incident_modules using (repo)
       where incident_id = ${incident}
    )
    select product_id as product, ${policyOf.rounding} as rounding, ${policyOf.percent} as percent,
           ${policyOf.from_minutes} as from_minutes,
           ${intervalJson(sql`this.starts_at`, sql`this.ended_at`)} as own,
           (select ${intervalsJson(sql`near.starts_at`, sql`near.ended_at`)}
              from incidents as near
             where near.state = 'closed' and near.status = any(${policyOf.states})
               and near.ended_at > this.starts_at - make_interval(days => ${others})
               and exists (select from incident_modules join product_modules using (repo)
                            where incident_id = near.id
                              and product_modules.product_id = touched.product_id)) as others
      from touched join incidents as this on this.id = ${incident}
      left join time_policies using (product_id)
     where this.state = 'closed' and this.status = any(${policyOf.states})
       and ${policyOf.mode} = ${mode}
     order by product_id`.execute(db)
  return rows.flatMap(({ own, others, from_minutes, ...down }) => {
    const during = downtimeOf(own, others, from_minutes)
    return during.length > 0 ? [{ ...down, during }] : []
  })
}

/**
 * The incident's interval, and the one in which its freeze blocked access. The second is longer if
 * staff closed the incident as of an earlier time, and empty if nothing was blocked.
 */
export const stoodStill = sql<Interval[]>`json_build_array(
  ${intervalJson(sql`stills.since`, sql`stills.counts_until`)},
  ${intervalJson(sql`coalesce(stills.held_at, stills.ended_at)`, sql`stills.ended_at`)})`

/** Includes earlier freezes that it continues after a correction. Empty if it had no length. */
export async function readStill(db: Database, still: number): Promise<Down[]> {
  const { rows } = await sql<Required<Down>>`
    select stills.product_id as product, ${policyOf.rounding} as rounding,
           ${policyOf.percent} as percent, ${stoodStill} as during,
           (select coalesce(json_agg(each), '[]')
              from (select since, counts_until, held_at, ended_at from stills as other
                     where other.product_id = stills.product_id and other.id < stills.id
                       and ended_at is not null) as stills,
                   json_array_elements(${stoodStill}) as each) as earlier
      from stills left join time_policies on time_policies.product_id = stills.product_id
     where stills.id = ${still} and ended_at is not null`.execute(db)
  return rows.flatMap((down) => {
    const during = joined(down.during)
    const earlier = beside(during, down.earlier)
    return during.length > 0 ? [{ ...down, during, earlier }] : []
  })
}
