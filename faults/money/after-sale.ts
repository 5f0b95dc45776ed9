import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { savedBehaviours } from '#sandbox/stripe/outcomes.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { jobs } from '#server/shop/domains.ts'
import { until } from '../until.ts'
import { askSoon, countSent, payClaims, playPayouts } from './payouts.ts'

type Post = (
  url: string,
  body?: object,
  cookie?: string,
) => Promise<{ status: number; body: unknown }>

type AfterSale = {
  db: Database
  shopUrl: string
  sandboxUrl: string
  /** The id of the run's first customer, the referrer of half of the others. */
  since: number
  /** The product for which the referrer redeems free months. */
  rewardProduct: number
  cookieOf: (userId: number) => string
  /** The session of a staff member with no refund limit. */
  staff: string
  post: Post
  /** The statuses of the shop's responses. */
  answers: number[]
}

const banks = Object.keys(savedBehaviours).filter((does) => !does.startsWith('processing'))
/** In milliseconds: a busy machine takes minutes. */
const longest = 300_000

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Runs a job in the shop immediately instead of at its scheduled minute. */
export function runNow(db: Database, name: string) {
  const found = jobs.find((job) => job.name === name)
  if (!found) throw new Error(`There is no job ${name}`)
  return enqueue(db, found, {})
}

/**
 * Plays the events after a sale while others buy: the time of customers with renewals expires,
 * banks dispute payments, customers stop renewals, and staff refund orders and parts of them.
 */
export function playAfterSale({ db, shopUrl, sandboxUrl, since, ...sale }: AfterSale) {
  const { rewardProduct, cookieOf, staff, post, answers } = sale
  let over = false

  const ask = async (path: string, body?: object, cookie?: string) => {
    const answer = await post(`${shopUrl}/api${path}`, body, cookie)
    answers.push(answer.status)
    return answer
  }
  const control = (path: string) => post(`${sandboxUrl}/control${path}`, {})
  const follow = async () => {
    await askSoon(db)
    await runNow(db, 'payouts.follow')
  }
  const payouts = playPayouts({ db, sandboxUrl, since, ask, control, follow, staff })

  const someRenewal = () =>
    sql<{ id: number; user_id: number; product_id: number; card_id: string | null }>`
      select id, user_id, product_id, card_id from renewals
       where user_id >= ${since} and state <> 'ended' order by random() limit 1`
      .execute(db)
      .then(({ rows }) => rows[0])

  /** Moves the expiry of a subscription to an hour from now, so that its next period is charged. */
  async function endOfPeriod() {
    const { rows } = await sql<{ user_id: number; product_id: number }>`
      with one as (
        select user_id, product_id from renewals
         where user_id >= ${since} and state in ('on', 'retrying')
         order by random() limit 1
      ), last as (
        select id from subscriptions join one using (user_id, product_id)
         where ends_at > now() + interval '2 days' order by ends_at desc limit 1
      ), brought as (
        update subscriptions set created_at = created_at - (ends_at - now() - interval '1 hour'),
               ends_at = now() + interval '1 hour'
         where id in (select id from last) returning user_id, product_id
      )
      insert into periods_over select user_id, product_id from brought
      returning user_id, product_id`.execute(db)
    return rows.length
  }

  /** Makes the retries of declined charges due. */
  const tryAgain = () =>
    sql`update renewals set due_at = now()
         where id in (select id from renewals
                       where state = 'retrying' and due_at < gives_up_at
                       order by random() limit 1)`.execute(db)

  async function bank() {
    const renewal = await someRenewal()
    if (renewal?.card_id)
      await post(`${sandboxUrl}/control/stripe/cards/${renewal.card_id}/behave`, {
        does: pick(['succeeds', 'succeeds', ...banks]),
      })
  }

  async function customer() {
    const renewal = await someRenewal()
    if (renewal)
      await ask(
        `/user/renewals/${renewal.id}/${pick(['stop', 'resume', 'pay'])}`,
        {},
        cookieOf(renewal.user_id),
      )
  }

  async function giveBack() {
    const { rows } = await sql<{ id: string }>`
      select id from orders
       where user_id >= ${since} and type = 'card' and payment_status = 'finished'
         and refunded_cents < total_cents order by random() limit 1`.execute(db)
    if (!rows[0]) return
    const path = `/admin/orders/${rows[0].id}`
    const { body } = await ask(path, undefined, staff)
    const refundable = (body as Looked).refundable
    const left = refundable?.items.filter((item) => item.left > 0) ?? []
    if (!refundable || left.length === 0) return
    const all = Math.random() < 0.5
    const items = (all ? left : [pick(left)]).map((item) => ({
      id: item.id,
      amount: all ? item.left : Math.max(0.01, Math.round(item.left * 50) / 100),
    }))
    await ask(
      `${path}/refunds`,
      {
        items,
        left: refundable.left,
        take_time: true,
        give_code: all,
        stop_renewal: Math.random() < 0.3,
        reason: 'requested',
      },
      staff,
    )
  }

  /**
   * Staff accept a dispute, or submit the evidence that the shop has collected, sometimes twice.
   */
  async function answerBank() {
    const { rows } = await sql<{ id: number }>`
      select disputes.id from disputes join orders on orders.id = order_id
       where user_id >= ${since} and state in ('warning', 'needs_response')
       order by random() limit 1`.execute(db)
    if (!rows[0]) return
    const path = `/admin/disputes/${rows[0].id}`
    const { body } = await ask(path, undefined, staff)
    const { revision } = body as { revision?: number }
    if (revision === undefined) return
    const answer = () =>
      Math.random() < 0.3
        ? ask(`${path}/accept`, { reason: 'Right' }, staff)
        : ask(`${path}/submit`, { revision, reason: 'Delivered' }, staff)
    await Promise.all(pick([[answer()], [answer(), answer()]]))
  }

  const redeem = () =>
    ask('/user/referral_rewards/redeem', { product_id: rewardProduct }, cookieOf(since))

  /**
   * Renewals are stopped only after one period was charged: with few orders, all renewals could end
   * before.
   */
  let uncharged = true

  async function cards() {
    uncharged &&= (await countAfterSale(db)).charged === 0
    if (!uncharged) {
      await bank()
      await answerBank()
    }
    for (let n = 0; n < 4; n += 1) await endOfPeriod()
    await tryAgain()
    await runNow(db, 'renewals.charge')
    if (!uncharged) await Promise.all([giveBack(), pick([customer, giveBack])()])
    if (Math.random() < 0.2) await Promise.all([redeem(), giveBack()])
  }

  // Payouts have their own tasks, because a payout waits for a code by mail and the other actions
  // must not.
  const doings = [cards, payouts.step, payouts.step, payouts.step]
  const playing = Promise.all(
    doings.map(async (act) => {
      while (!over) {
        await act()
        await delay(200 + Math.random() * 400)
      }
    }),
  )

  return {
    /**
     * Stops once a period was charged and both money and coins were refunded, or after a time
     * limit.
     */
    async stop() {
      const allHappened = async () => {
        const { charged, back, sent } = await countAfterSale(db)
        return charged > 0 && back > 0 && sent > 0
      }
      await until(allHappened, { within: longest, every: 200 })
      over = true
      await playing
    },
  }
}

type Looked = {
  refundable?: { left: number; items: { id: number; left: number }[] } | null
}

/** The number of times that a renewal's period was ended, for the invariant that counts charges. */
export const countPeriods = (db: Database) =>
  sql`create table periods_over (user_id bigint not null, product_id bigint not null)`.execute(db)

/** The number of paid periods, of succeeded card refunds by staff, and of payouts. */
export async function countAfterSale(db: Database) {
  const { rows } = await sql<{ charged: number; back: number }>`
    select (select count(*)::int from renewal_charges where status = 'succeeded') as charged,
           (select count(*)::int from refunds join payments on payments.id = payment_id
             where actor_id is not null and refunds.status = 'succeeded'
               and provider = 'stripe') as back`.execute(db)
  return { ...rows[0]!, sent: await countSent(db) }
}

/**
 * Advances the clock for work of a killed process, such as a charge or refund that was sent but
 * whose response was lost.
 */
export async function playMinutes(db: Database, sandboxUrl: string) {
  await payClaims(db, sandboxUrl)
  // A charge is queried again after five minutes. A living process gets its response within the
  // first 30 seconds, so older charges belong to a dead process and are made due now.
  await sql`update renewals set due_at = now()
             where state = 'charging' and due_at < now() + interval '270 seconds'`.execute(db)
  await sql`update renewal_charges set created_at = created_at - interval '5 minutes'
             where status = 'asked' and created_at between now() - interval '3 minutes'
                                                      and now() - interval '30 seconds'`.execute(db)
  await sql`update refunds set checked_at = checked_at - interval '1 day'
             where status in ('asked', 'pending') and checked_at < now() - interval '30 seconds'`.execute(
    db,
  )
  await sql`update disputes set checked_at = checked_at - interval '1 hour'
             where checked_at < now() - interval '30 seconds'`.execute(db)
  await runNow(db, 'disputes.ask')
  await runNow(db, 'payments.recheck_disputes')
  await runNow(db, 'renewals.charge')
  await runNow(db, 'refunds.recheck')
  await runNow(db, 'payouts.follow')
}
