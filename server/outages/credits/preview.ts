import { sql } from 'kysely'
import type { BatchEffects } from '#contract/outages/credits.ts'
import { listNames } from '#server/catalogue/products/names.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { lockBatch } from './batches.ts'
import { readDowntime, readStill } from './downtime.ts'
import { byHand, type Credit, type Found, findCredits, lostBy } from './find.ts'

export function previewBatch(db: Database, id: number) {
  return transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.state !== 'previewing') return
    await tx.deleteFrom('time_credits').where('batch_id', '=', id).execute()
    const all = await findFor(tx, batch)
    for (const found of all) await list(tx, id, found)
    // Stored with the preview, because the incident's modules may change later.
    const products = await listNames(
      tx,
      all.map(({ product }) => product),
    )
    const effects = { ...(await effectsOf(tx, id)), products }
    await sql`
      update credit_batches
         set state = 'previewed', previewed_at = now(), effects = ${JSON.stringify(effects)}
       where id = ${id}`.execute(tx)
  })
}

type Batch = Awaited<ReturnType<typeof lockBatch>>

async function findFor(tx: Tx, { incident_id, still_id, product_id, seconds }: Batch) {
  if (still_id) return (await readStill(tx, still_id)).map(lostBy)
  if (incident_id) return (await readDowntime(tx, incident_id)).map(lostBy)
  return [byHand(product_id!, seconds!)]
}

async function list(tx: Tx, batch: number, wanted: Found) {
  for await (const { found } of findCredits(tx, wanted))
    if (found.length > 0) await keep(tx, batch, found)
}

async function keep(tx: Tx, batch: number, found: readonly Credit[]) {
  const credits = found.map(({ run, seconds, why }) => ({
    subscription_id: run.id,
    user_id: run.user_id,
    product_id: run.product_id,
    seconds,
    state: why ? 'left_out' : 'planned',
    why,
  }))
  const ranges = found.flatMap(({ run, during }) =>
    during.map(({ from, to }) => ({ run: run.id, from: from / 1000, to: to / 1000 })),
  )
  await sql`
    with credits as (
      insert into time_credits (batch_id, subscription_id, user_id, product_id, seconds, state, why)
      select ${batch}, credit.* from json_to_recordset(${JSON.stringify(credits)}) as credit (
        subscription_id bigint, user_id bigint, product_id bigint, seconds bigint, state text, why text)
      returning id, subscription_id
    )
    insert into credit_ranges (credit_id, subscription_id, during)
    select credits.id, run, tstzrange(to_timestamp("from"), to_timestamp("to"))
      from json_to_recordset(${JSON.stringify(ranges)}) as range (
             run bigint, "from" float8, "to" float8)
      join credits on credits.subscription_id = run`.execute(tx)
}

async function effectsOf(tx: Tx, batch: number) {
  const { rows } = await sql<Omit<BatchEffects, 'left_out'>>`
    with given as (
      select user_id, product_id, sum(seconds) as seconds, count(*) as runs
        from time_credits where batch_id = ${batch} and state = 'planned'
       group by user_id, product_id
    ), ends as (
      select given.*, price_cents,
             greatest(now(), (select max(ends_at) from subscriptions as run
                               where run.user_id = given.user_id
                                 and run.product_id = given.product_id))
               + make_interval(secs => seconds::float8) as ends_at
        from given join products on products.id = product_id
    )
    select count(distinct user_id)::int as people, coalesce(sum(runs), 0)::int as runs,
           coalesce(sum(seconds), 0)::bigint as seconds,
           coalesce(round(sum(seconds * price_cents / 2592000.0)) / 100, 0)::float8 as worth,
           min(ends_at) as earliest_end, max(ends_at) as latest_end
      from ends`.execute(tx)
  const left = await tx
    .selectFrom('time_credits')
    .select(['why', ({ fn }) => fn.countAll<number>().as('runs')])
    .where('batch_id', '=', batch)
    .where('state', '=', 'left_out')
    .groupBy('why')
    .execute()
  return { ...rows[0]!, left_out: Object.fromEntries(left.map(({ why, runs }) => [why, runs])) }
}
