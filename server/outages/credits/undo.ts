import { sql } from 'kysely'
import { clockOf } from '#server/access/subscriptions/still.ts'
import { secondsAddedAfter } from '#server/access/subscriptions/unused.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { chunk, inPieces, lookUpByIndex, takeSome } from './apply.ts'

export async function undoBatch(db: Database, id: number, size = chunk) {
  await inPieces((after) => undoSome(db, id, size, after))
  await sql`update credit_batches set state = 'undone', undone_at = now()
             where id = ${id} and state = 'undoing'
               and not exists (select from time_credits
                                where batch_id = ${id} and state = 'given')`.execute(db)
}

/** Returns the last id, or null if none is left. Time that was added first is used first. */
export function undoSome(
  db: Database,
  batch: number,
  size = chunk,
  after = 0,
): Promise<number | null> {
  return transaction(db, async (tx) => {
    await lookUpByIndex(tx)
    const ids = await takeSome(tx, batch, 'given', { size, after })
    if (ids.length === 0) return null
    await sql`
      with held as (
        select credit.id, credit.seconds, run.id as run,
               greatest(0, least(given.seconds, run.term_length, rest.seconds,
                 rest.seconds - ${secondsAddedAfter(sql`given.id`)})) as unused
          from time_credits as credit
          join time_entries as given on given.credit_id = credit.id and given.cause = 'credit'
          join subscriptions as run on run.id = given.subscription_id
          cross join lateral (
            select floor(extract(epoch from run.ends_at - ${clockOf('run')}))::bigint as seconds) as rest
         where credit.id = any(${ids}::bigint[])
      ), taken as (
        insert into time_entries (subscription_id, seconds, cause, credit_id)
        select run, -unused, 'credit_back', id from held where unused > 0
      ), freed as (
        -- A range whose credit was partly used stays credited.
        update credit_ranges set active = false from held
         where credit_ranges.credit_id = held.id and held.unused = held.seconds
      )
      update time_credits set state = 'undone', taken_back = unused from held
       where time_credits.id = held.id`.execute(tx)
    return ids.at(-1)!
  })
}
