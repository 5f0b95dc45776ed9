import { type RawBuilder, sql } from 'kysely'
import type { BatchEffects, leftOutFor } from '#contract/credits.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { lockBatch } from './batches.ts'
import { type Down, readDowntime, readStill } from './downtime.ts'
import { creditFor, type Interval, overlap, secondsOf, without } from './intervals.ts'
import { whyLeftOut } from './who.ts'

const atOnce = 5000

type Run = {
  id: number
  user_id: number
  product_id: number
  from: number
  to: number
  why: (typeof leftOutFor)[number] | null
  credited: Interval[]
  /** Their time rested, so that nothing was lost. */
  paused: Interval[]
}
type Credit = { run: Run; seconds: number; during: Interval[]; why: Run['why'] }
type Found = {
  product: number
  /** Which runs of the product are looked at. */
  where: RawBuilder<unknown>
  credit: (run: Run) => Credit | null
}

/** Finds out who gets what, and keeps it as the batch's list, where that was asked for. */
export function previewBatch(db: Database, id: number) {
  return transaction(db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (batch.state !== 'previewing') return
    await tx.deleteFrom('time_credits').where('batch_id', '=', id).execute()
    const all = await findFor(tx, batch)
    for (const found of all) await list(tx, id, found)
    const products = await namesOf(
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

/** Everybody gets what they have lost by the policy of the product, and nothing twice. */
function lostBy({ product, percent, rounding, during: down }: Down): Found {
  const { from, to } = { from: down[0]!.from, to: down.at(-1)!.to }
  return {
    product,
    where: sql`run.product_id = ${product}
        and run.ends_at > to_timestamp(${from / 1000}::float8)
        and run.created_at < to_timestamp(${to / 1000}::float8)`,
    credit: (run) => {
      const lost = without(overlap([run], down), run.paused)
      if (secondsOf(lost) === 0) return null
      const fresh = without(lost, run.credited)
      const seconds = creditFor(secondsOf(fresh), percent, rounding)
      if (seconds > 0) return { run, seconds, during: fresh, why: run.why }
      return { run, seconds: secondsOf(lost), during: [], why: run.why ?? 'credited' }
    },
  }
}

/** Everybody who has the product now gets the same. */
function byHand(product: number, seconds: number): Found {
  return {
    product,
    where: sql`run.product_id = ${product} and run.ends_at > now() and run.created_at <= now()`,
    credit: (run) => ({ run, seconds, during: [], why: run.why }),
  }
}

/** What it is of, as it was found out: its incident may be about other modules later. */
async function namesOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ name: string }>`
    select name from products where id = any(${ids}::bigint[])
     order by position, id limit 50`.execute(tx)
  return rows.map(({ name }) => name)
}

async function list(tx: Tx, batch: number, { where, credit }: Found) {
  let last = 0
  for (;;) {
    const { rows } = await sql<Run>`
      select run.id, run.user_id, run.product_id, ${whyLeftOut} as why,
             (extract(epoch from run.created_at) * 1000)::bigint as from,
             (extract(epoch from run.ends_at) * 1000)::bigint as to,
             (select coalesce(json_agg(json_build_object(
                       'from', (extract(epoch from lower(during)) * 1000)::bigint,
                       'to', (extract(epoch from upper(during)) * 1000)::bigint)), '[]')
                from credit_ranges where subscription_id = run.id and active) as credited,
             (select coalesce(json_agg(json_build_object(
                       'from', (extract(epoch from since) * 1000)::bigint,
                       'to', (extract(epoch from coalesce(ended_at, until)) * 1000)::bigint)), '[]')
                from pauses where subscription_id = run.id) as paused
        from subscriptions as run join users on users.id = run.user_id
       where (${where}) and run.id > ${last}
       order by run.id limit ${atOnce}`.execute(tx)
    const found = rows.map(credit).filter((each) => each !== null)
    if (found.length > 0) await keep(tx, batch, found)
    if (rows.length < atOnce) return
    last = rows.at(-1)!.id
  }
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
