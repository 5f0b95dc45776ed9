import { sql } from 'kysely'
import { pauseRefusals, subscriptions, time_not_paused } from '#contract/access/subscriptions.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lockUser } from '#server/platform/users/users.ts'
import { getProduct } from './gifts.ts'
import { lockCustomer } from './ledger.ts'
import { pauseProblem } from './pause-problem.ts'

type Pause = { since: Date; until: Date; left: number }

/** Moves the expiry and renewal now, so no job runs at the pause's end. Throws 404 and 409. */
export function pauseTime(
  db: Database,
  { userId, productId, days }: { userId: number; productId: number; days: number },
): Promise<Pause> {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const { name: product } = await getProduct(tx, productId)
    await lockRenewals(tx, userId, productId)
    const run = await findRun(tx, userId, productId)
    if (!run) throw new Refusal(pauseRefusals.nothing_to_pause)
    if (run.problem) throw new Refusal(pauseRefusals[run.problem])
    if (days > run.most)
      throw new Refusal(subscriptions.pause.refusals.pause_too_long, {
        values: { days: run.most },
        loc: ['body', 'days'],
      })
    const { since, until, ends_at } = await begin(tx, { run: run.id, userId, productId, days })
    await record(tx, 'time.paused', {
      userId,
      data: { product_id: productId, product, days, until: until.toISOString() },
    })
    return { since, until, left: Math.floor((ends_at.getTime() - until.getTime()) / 1000) }
  })
}

/** A charge that starts now waits for this lock, or this function sees the charge. */
async function lockRenewals(tx: Tx, userId: number, productId: number) {
  await tx
    .selectFrom('renewals')
    .select('id')
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .where('state', '<>', 'ended')
    .forUpdate()
    .execute()
}

async function findRun(tx: Tx, userId: number, productId: number) {
  return tx
    .selectFrom('subscriptions as run')
    .innerJoin('settings', (join) => join.onTrue())
    .select(['run.id', 'pause_days as most', pauseProblem('run').as('problem')])
    .where('run.user_id', '=', userId)
    .where('run.product_id', '=', productId)
    .orderBy('run.ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type New = { run: number; userId: number; productId: number; days: number }

async function begin(tx: Tx, { run, userId, productId, days }: New) {
  await settleOver(tx, userId, productId)
  const { rows } = await sql<{ since: Date; until: Date }>`
    with moment as materialized (select date_trunc('milliseconds', clock_timestamp()) as now),
    paused as (
      insert into pauses (subscription_id, user_id, product_id, since, until)
      select ${run}, ${userId}, ${productId}, now, now + make_interval(secs => ${days * 86_400})
        from moment
      returning id, since, until
    ), entered as (
      insert into time_entries (subscription_id, seconds, cause, pause_id)
      select ${run}, ${days * 86_400}, 'pause', id from paused
    )
    select since, until from paused`.execute(tx)
  const { ends_at } = await tx
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('id', '=', run)
    .executeTakeFirstOrThrow()
  return { ...rows[0]!, ends_at }
}

/** Ends a pause whose time is over but which the job has not processed yet. */
async function settleOver(tx: Tx, userId: number, productId: number) {
  await sql`select end_pause(id, null, '') from pauses
             where user_id = ${userId} and product_id = ${productId} and ended_at is null`.execute(
    tx,
  )
}

/** Ends a customer's pause now. Throws `time_not_paused`. */
export function resumeTime(db: Database, userId: number, productId: number) {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const ended = await end(tx, { userId, productId, actor: null, reason: '' })
    await record(tx, 'time.resumed', { userId, data: { ...ended, by_itself: false } })
  })
}

/** Ends a customer's pause for a staff member. Throws 404, and `time_not_paused`. */
export function endPause(
  db: Database,
  staff: Staff,
  { userId, productId, reason }: { userId: number; productId: number; reason: string },
) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    await getProduct(tx, productId)
    const ended = await end(tx, { userId, productId, actor: staff.id, reason })
    await record(tx, 'time.pause_ended', { userId, staff, data: { ...ended, reason } })
  })
}

type End = { userId: number; productId: number; actor: number | null; reason: string }

async function end(tx: Tx, { userId, productId, actor, reason }: End) {
  const { rows } = await sql<{ product: string; back: number }>`
    select products.name as product, end_pause(pauses.id, ${actor}::bigint, ${reason}) as back
      from pauses join products on products.id = pauses.product_id
     where pauses.user_id = ${userId} and pauses.product_id = ${productId}
       and ended_at is null and until > clock_timestamp()`.execute(tx)
  const [ended] = rows
  if (!ended) throw new Refusal(time_not_paused)
  return { product_id: productId, product: ended.product, seconds_back: ended.back }
}

const batch = 100

/** Records an event for each. A pause whose customer is locked is processed in the next run. */
export async function endPauses(db: Database) {
  for (let ended = batch; ended === batch; ) ended = await transaction(db, endSome)
}

async function endSome(tx: Tx) {
  const { rows } = await sql<{ user_id: number; product_id: number; product: string }>`
    with over as materialized (
      select pauses.id, pauses.user_id, product_id
        from pauses join users on users.id = pauses.user_id
       where ended_at is null and until <= now()
       order by until limit ${batch} for no key update of pauses, users skip locked
    )
    select over.user_id, product_id, products.name as product, end_pause(over.id, null, '')
      from over join products on products.id = product_id`.execute(tx)
  for (const { user_id: userId, product_id, product } of rows) {
    const data = { product_id, product, seconds_back: 0, by_itself: true }
    await record(tx, 'time.resumed', { userId, data })
  }
  return rows.length
}
