import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '#server/kernel/database/database.ts'
import { insertLine } from '#server/platform/logs/log.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { catalogue, type EventOf, type EventType } from './catalogue.ts'
import type { Declaration } from './event.ts'
import { followersOf } from './followers.ts'

type AnyEvent = { userId?: number | undefined; data: unknown; staff?: Staff }

/**
 * Call it last, or with the user's row locked: a job's key stays locked until the commit, so a
 * transaction that then waits for the user could deadlock.
 */
export async function record<Type extends EventType>(
  tx: Tx,
  type: Type,
  occurrence: EventOf<Type>,
): Promise<void> {
  const declared: Declaration<z.ZodType, never> = catalogue[type]
  const { userId, data, staff }: AnyEvent = occurrence
  const line = declared.log(occurrence as never)
  const jobs = followersOf(type).map((each) => each.jobs(occurrence as never))
  await sql`
    with event as (
      insert into events (type, user_id, actor_id, data)
      values (${type}, ${userId ?? null}, ${staff?.id ?? null}, ${JSON.stringify(z.encode(declared.data, data))})
    ), line as (${insertLine({ userId, ...line })})
    ${jobs.length > 0 ? sql.join(jobs, sql` union all `) : sql`select`}`.execute(tx)
}
