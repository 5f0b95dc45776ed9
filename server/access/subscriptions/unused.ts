import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { clockOf } from './still.ts'

/** Leaves out the time of `exceptItem`, and of pauses, because a pause delays all unused time. */
export const secondsAddedAfter = (entry: RawBuilder<unknown>, exceptItem?: RawBuilder<unknown>) =>
  sql<number>`(
    select coalesce(sum(later.seconds), 0)::bigint from time_entries as later
     where later.subscription_id = run.id and later.id > ${entry} and later.pause_id is null
       ${exceptItem ? sql`and later.order_item_id is distinct from ${exceptItem}` : sql``})`

/** The query names the entry `given` and its subscription `run`. Time added first is used first. */
export const unusedSeconds: RawBuilder<number> = sql<number>`
  greatest(0, least(given.seconds, run.term_length,
    ceil(extract(epoch from run.ends_at - ${clockOf('run')}))::bigint,
    ceil(extract(epoch from run.ends_at - ${clockOf('run')}))::bigint
      - ${secondsAddedAfter(sql`given.id`)}))`

type Taking = { entryId: number; cause: 'grant_back' | 'reward_back'; actorId?: number }

/** Returns undefined if all of the time was used. The caller has locked the customer. */
export async function takeUnused(tx: Tx, { entryId, cause, actorId }: Taking) {
  const { rows } = await sql<{ id: number; seconds: number }>`
    with rest as (
      select run.id as run, ${unusedSeconds} as seconds
        from time_entries as given join subscriptions as run on run.id = given.subscription_id
       where given.id = ${entryId}
    )
    insert into time_entries (subscription_id, seconds, cause, actor_id)
    select run, -seconds, ${cause}, ${actorId ?? null}::bigint from rest where seconds > 0
    returning id, -seconds as seconds`.execute(tx)
  return rows[0]
}
