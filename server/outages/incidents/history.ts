import { sql } from 'kysely'
import { historyDays } from '#contract/outages/incidents.ts'
import { mostModules, type ServiceStatus } from '#contract/outages/status.ts'
import type { Database } from '#server/kernel/database/database.ts'

type History = { repo: string; from: string; days: { worst: ServiceStatus | null; down: number }[] }

/** The worst state of each module on each of the last days, and how long it was not operational. */
export async function listHistory(db: Database): Promise<History[]> {
  const { rows } = await sql<History>`
    with shown as (
      select repo, position from modules order by position, repo limit ${mostModules}
    ), periods as (
      -- From the one on that the first day begins with: what was before grows for ever.
      select repo, status, since, id
        from shown join module_periods using (repo)
       where since >= coalesce((
               select max(since) from module_periods as before
                where before.repo = shown.repo
                  and before.since <= date_trunc('day', now(), 'UTC')
                        - make_interval(days => ${historyDays - 1}::int)), '-infinity')
    ), spans as (
      select repo, status, since,
             coalesce(lead(since) over (partition by repo order by since, id), now()) as until
        from periods
    ), days as (
      select n, date_trunc('day', now(), 'UTC') - make_interval(days => n) as day
        from generate_series(0, ${historyDays - 1}::int) as n
    ), told as (
      select repo, n,
             max(case status when 'offline' then 3 when 'maintenance' then 2 when 'updating' then 1
                             else 0 end) as worst,
             sum(case when status <> 'operational' then extract(epoch from
                   least(until, day + interval '1 day') - greatest(since, day)) else 0 end) as down
        from spans join days on since < day + interval '1 day' and until > day
       where status is not null
       group by repo, n
    )
    select repo, to_char(date_trunc('day', now(), 'UTC') at time zone 'UTC'
             - make_interval(days => ${historyDays - 1}::int), 'YYYY-MM-DD') as from,
           json_agg(json_build_object(
             'worst', (array['operational', 'updating', 'maintenance', 'offline'])[worst + 1],
             'down', coalesce(round(down), 0)::int) order by days.n desc) as days
      from shown cross join days left join told using (repo, n)
     group by repo, position order by position, repo`.execute(db)
  return rows
}
