import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { disputedTime } from '#server/access/subscriptions/disputed.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { isRestDisputed, whyLeftOut } from './who.ts'

/** Credits per transaction. Their customers are locked, so few enough that nobody notices. */
export const chunk = 100

/** Pauses after each chunk for as long as it took, so that customers' requests come first. */
const rest = 1

/** Each credit is marked in the transaction that grants it, so an interrupted run continues. */
export async function applyBatch(db: Database, id: number, size = chunk) {
  await sql`update credit_batches set state = 'applying'
             where id = ${id} and state = 'confirmed'`.execute(db)
  await inPieces((after) => applySome(db, id, size, after))
  await sql`update credit_batches set state = 'applied', applied_at = now()
             where id = ${id} and state = 'applying'
               and not exists (select from time_credits
                                where batch_id = ${id} and state = 'planned')`.execute(db)
}

/** Processes the chunks, then the credits that were locked, until none is left. */
export async function inPieces(next: (after: number) => Promise<number | null>) {
  for (let after = 0; ; ) {
    const began = performance.now()
    const last = await next(after)
    if (last === null && after === 0) return
    after = last ?? 0
    await delay((performance.now() - began) * rest)
  }
}

export function applySome(
  db: Database,
  batch: number,
  size = chunk,
  after = 0,
): Promise<number | null> {
  return transaction(db, async (tx) => {
    await lookUpByIndex(tx)
    const ids = await takeSome(tx, batch, 'planned', { size, after })
    if (ids.length === 0) return null
    await leaveOut(tx, ids)
    await give(tx, ids)
    return ids.at(-1)!
  })
}

/** PostgreSQL would otherwise read the whole table for a chunk of more than a few hundredths. */
export async function lookUpByIndex(tx: Tx) {
  await sql`select set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true),
                   set_config('enable_seqscan', 'off', true)`.execute(tx)
}

/** Skips locked customers, so that nobody waits for a batch. Only the last ones are waited for. */
export async function takeSome(
  tx: Tx,
  batch: number,
  state: 'planned' | 'given',
  { size, after }: { size: number; after: number },
) {
  const take = async (limit: number, wait: 'skip locked' | null) => {
    const { rows } = await sql<{ id: number }>`
      select credit.id from time_credits as credit join users on users.id = credit.user_id
       where batch_id = ${batch} and state = ${state} and credit.id > ${after}
       order by credit.id limit ${limit}
         for no key update of credit, users ${wait ? sql.raw(wait) : sql``}`.execute(tx)
    return rows.map(({ id }) => id)
  }
  const free = await take(size, 'skip locked')
  return free.length > 0 ? free : take(1, null)
}

/** A manual credit has no ranges: it is disputed if all the time that the run has left is. */
const isDisputed = sql<boolean>`case
  when exists (select from credit_ranges where credit_id = asked.id)
  then exists (select from credit_ranges where credit_id = asked.id and during && disputed.time)
  else ${isRestDisputed} end`

/** Credits that now overlap are left out as a whole: staff confirmed no other amount. */
async function leaveOut(tx: Tx, ids: number[]) {
  await sql`
    update time_credits as credit set state = 'left_out', why = found.why
      from (
        select asked.id, coalesce(${whyLeftOut}, case
                 when ${isDisputed} then 'disputed'
                 when exists (
                 select from credit_ranges as mine join credit_ranges as theirs
                     on theirs.subscription_id = mine.subscription_id
                    and theirs.during && mine.during and theirs.active
                  where mine.credit_id = asked.id) then 'credited' end) as why
          from time_credits as asked
          join subscriptions as run on run.id = asked.subscription_id
          join users on users.id = asked.user_id
          cross join lateral (select ${disputedTime('run')} as time) as disputed
         where asked.id = any(${ids}::bigint[])) as found
     where credit.id = found.id and found.why is not null`.execute(tx)
}

async function give(tx: Tx, ids: number[]) {
  await sql`
    with moment as materialized (select clock_timestamp() as now),
    due as (
      select * from time_credits where id = any(${ids}::bigint[]) and state = 'planned'
    ), people as (
      select distinct user_id, product_id from due
    ), going as (
      select distinct on (user_id, product_id) run.id, user_id, product_id
        from people join subscriptions as run using (user_id, product_id), moment
       where run.ends_at > moment.now
       order by user_id, product_id, run.ends_at desc
    ), started as (
      insert into subscriptions (user_id, product_id, created_at, ends_at)
      select user_id, product_id, moment.now, moment.now from people, moment
       where not exists (select from going where going.user_id = people.user_id
                            and going.product_id = people.product_id)
      returning id, user_id, product_id
    ), entered as (
      insert into time_entries (subscription_id, seconds, cause, credit_id)
      select run.id, due.seconds, 'credit', due.id
        from due join (select * from going union all select * from started) as run
       using (user_id, product_id)
    ), claimed as (
      update credit_ranges set active = true where credit_id in (select id from due)
    )
    update time_credits set state = 'given' where id in (select id from due)`.execute(tx)
}
