import { sql } from 'kysely'
import type { ServiceStatus } from '#contract/outages/status.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { policyOf } from '#server/outages/credits/policy-columns.ts'

type Affected = {
  game_id: number
  name: string
  status: ServiceStatus
  since: Date
  time: 'credited' | 'will_stand_still' | 'stands_still' | null
  from_minutes: number
}

/** Mentions time credit only while a counting incident is open: nothing else would credit time. */
export async function listAffected(db: Database): Promise<Affected[]> {
  const { rows } = await sql<Affected>`
    with worst as (
      select distinct on (product_id) product_id, status, since
        from product_modules join modules using (repo)
        join lateral (
          select since from module_periods where module_periods.repo = modules.repo
           order by since desc, id desc limit 1) as begun on true
       where status <> 'operational'
       order by product_id,
                array_position(array['offline', 'maintenance', 'updating'], status), since
    ), counted as (
      select product_id, min(starts_at) as since
        from incidents join incident_modules on incident_id = incidents.id
        join product_modules using (repo)
        left join time_policies using (product_id)
       where state = 'open' and incidents.status = any(${policyOf.states})
       group by product_id
    )
    select products.id as game_id, name, status, least(worst.since, counted.since, stills.since) as since,
           case when stills.id is not null then 'stands_still'
                when counted.product_id is null then null
                when ${policyOf.mode} = 'still' then 'will_stand_still'
                else 'credited' end as time,
           ${policyOf.from_minutes} as from_minutes
      from worst join products on products.id = worst.product_id
      left join counted on counted.product_id = worst.product_id
      left join time_policies on time_policies.product_id = worst.product_id
      left join stills on stills.product_id = worst.product_id and stills.ended_at is null
     where not hidden
     order by products.position, products.id limit 500`.execute(db)
  return rows
}
