import { sql } from 'kysely'
import { isFailing } from '#server/access/subscriptions/renewal-states.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { applyBatch } from './apply.ts'
import { previewBatch } from './preview.ts'

/** Needs no confirmation. Grants nothing twice; time that staff have undone counts as granted. */
export async function giveStillBack(db: Database, still: number): Promise<number | undefined> {
  const batch = await transaction(db, (tx) => findOrAddBatch(tx, still))
  if (batch === undefined) return
  await previewBatch(db, batch)
  await sql`update credit_batches set state = 'confirmed', confirmed_at = now()
             where id = ${batch} and state = 'previewed'`.execute(db)
  await applyBatch(db, batch)
  await goOn(db, { still, batch })
  return batch
}

/** A failing payment was not retried during the freeze, so its renewal ends later by that time. */
async function goOn(db: Database, { still, batch }: { still: number; batch: number }) {
  await sql`
    with over as (
      update stills set given_at = now()
       where id = ${still} and given_at is null
         and exists (select from credit_batches
                      where id = ${batch} and state in ('applied', 'dropped', 'undoing', 'undone'))
      returning product_id, held_at, given_at
    )
    update renewals
       set gives_up_at = gives_up_at + waited, failed_at = renewals.failed_at + waited,
           due_at = case when due_at = gives_up_at then due_at + waited else due_at end
      from (select failing.id, given_at - greatest(held_at, failing.failed_at) as waited
              from over join renewals as failing using (product_id)
             where held_at is not null and ${isFailing('failing')}) as rested
     where renewals.id = rested.id and ${isFailing('renewals')}
       and gives_up_at is not null and waited > interval '0'`.execute(db)
}

/** Freezes whose job failed permanently. A slow job still exists and is skipped. */
export async function listOwed(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stills
     where ended_at < now() - interval '5 minutes' and given_at is null
       and not exists (
         select from graphile_worker.jobs
          where key = 'credits.give_still ' || stills.id
            and (attempts < max_attempts or locked_at is not null))
     order by id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns undefined while the freeze continues, and when all time was returned. */
async function findOrAddBatch(tx: Database, still: number) {
  const { rows } = await sql<{ product_id: number; title: string; created_by: number }>`
    select product_id, title, created_by
      from stills join incidents on incidents.id = incident_id
     where stills.id = ${still} and stills.ended_at is not null and given_at is null
       for update of stills`.execute(tx)
  const found = rows[0]
  if (!found) return
  await tx
    .insertInto('credit_batches')
    .values({ ...found, still_id: still, state: 'previewing' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('credit_batches')
    .select('id')
    .where('still_id', '=', still)
    .executeTakeFirstOrThrow()
  return id
}
