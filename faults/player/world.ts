import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { jobs } from '#server/jobs.ts'
import { cookieName } from '#server/kernel/callers.ts'
import { clock, setAhead } from '#server/kernel/clock.ts'
import { transaction } from '#server/kernel/database.ts'
import type { Job } from '#server/kernel/jobs.ts'
import { setDatabaseAhead } from '#server/kernel/moved-clock.ts'
import { signInAs, signInMany } from '#server/kernel/testing/customer.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { caller } from '#server/kernel/testing/shop.ts'
import { payoutLink } from '#server/payouts/links.ts'
import type { Move } from './action.ts'
import { type Account, type Group, keyOf } from './group.ts'
import { inParallel } from './in-parallel.ts'
import { addModule, closeIncident, declareIncident } from './incidents.ts'
import { Killed, killedCard } from './killed-card.ts'
import { type Code, codeKinds, type Offer, planDays, planNames, type Sale } from './offer.ts'
import { openPlayedShop } from './shop.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

const accountsOfGroup = 4
const dayMs = 86_400_000

/** Jobs that change neither money nor time. */
const isWithoutEffect =
  /mail|document|announce|notice|tell|remind|cards\.|disputes\.(collect|decided)/

/** Jobs of domains that change money or time. */
const concernsValue =
  /^(renewals|payments|refunds|payouts|disputes|subscriptions|referrals|credits)\./
const scheduled = jobs.filter(
  ({ name, cron }) =>
    cron && concernsValue.test(name) && !isWithoutEffect.test(name) && !/currencies/.test(name),
)
const jobsByName = new Map(jobs.map((job) => [job.name, job]))

/** A shop in test mode for several groups, with a clock that only `pass` moves. */
export async function openWorld(groupCount: number) {
  const played = await openPlayedShop()
  const db = () => played.shop.db
  await db().updateTable('settings').set({ pause_days: 10 }).execute()
  const sale = { percent: 50, from: clock.now() - dayMs, to: clock.now() + 3 * dayMs }
  const offer: Offer = {
    products: [await addSold(70, null), await addSold(200, sale)],
  }
  const admin = await signInAs(db(), { admin: true })
  const cookieOf = (token: string) => `${cookieName(played.config)}=${token}`
  const groups = await openGroups()
  await addModule(callAsStaff, offer)

  async function addSold(dayCents: number, sold: Sale | null) {
    const plans = planNames.map((plan) => ({
      ...{ plan, cents: planDays[plan] * dayCents, savings: null, popular: false },
    }))
    const id = await addProduct(db(), {
      price_cents: planDays['1m'] * dayCents,
      plans: JSON.stringify(plans),
      ...(sold && {
        ...{ sale_percent: sold.percent, sale_from: new Date(sold.from) },
        sale_to: new Date(sold.to),
      }),
    })
    return { id, dayCents, sale: sold }
  }

  async function openGroups(): Promise<Group[]> {
    const people = await signInMany(db(), groupCount * accountsOfGroup)
    const accounts = people.map(({ id, token }): Account => {
      return { id, cookie: cookieOf(token), orders: [] }
    })
    await sql`update users set referred_by = referrer
      from unnest(${accounts.map(({ id }) => id)}::bigint[],
                  ${accounts.map((_, at) => accounts[at - (at % accountsOfGroup)]!.id)}::bigint[])
        as pair (referred, referrer)
     where users.id = referred and referred <> referrer`.execute(db())
    const made = Array.from({ length: groupCount }, (_, at): Group => {
      const codes = codeKinds.map(({ name, product, firstOrder: _, ...kind }): Code => {
        return { ...kind, text: `${name}${at}`, product: offer.products[product]!.id }
      })
      return {
        ...{ offer, codes, received: new Map(), grantedCents: 0, usedCents: new Map() },
        accounts: accounts.slice(at * accountsOfGroup, (at + 1) * accountsOfGroup),
        rewards: [],
      }
    })
    await db()
      .insertInto('discounts')
      .values(
        made.flatMap(({ codes }) =>
          codes.map((code, at) => ({
            ...{ code: code.text, product_id: code.product, type: 1 as const },
            ...{ amount: code.percent, max_uses: code.maxUses, renewals: code.renewals },
            max_per_customer: code.maxPerCustomer,
            first_order: codeKinds[at]!.firstOrder ?? false,
            ends_at: new Date(clock.now() + 3650 * dayMs),
          })),
        ),
      )
      .execute()
    return made
  }

  async function call<E extends Endpoint>(endpoint: E, input: unknown, cookie: string) {
    const answer = await caller(played.app)(endpoint, input as never, { cookie })
    if (answer.status >= 500)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.detail}`)
    return answer
  }

  function callAsStaff<E extends Endpoint>(endpoint: E, input: unknown) {
    return call(endpoint, input, cookieOf(admin.token))
  }

  /** Calls the controls of a stand-in. Returns false if the action is impossible now. */
  async function control(path: string, body: object = {}) {
    const { statusCode, payload } = await played.sandboxApp.inject({
      ...{ method: 'POST', url: `/control${path}`, payload: body },
    })
    if (statusCode >= 500) throw new Error(`${path}: ${payload}`)
    return statusCode < 300
  }

  const faults = new Set<string>()

  /** Returns false if the process was killed during the job, which then stays in the queue. */
  async function runJob(job: Job, payload: unknown) {
    try {
      await job.run(played.shop, job.payload.parse(payload))
    } catch (error) {
      if (wasKilled(error)) return false
      faults.add(`The job ${job.name} failed: ${error instanceof Error ? error.message : error}`)
    }
    return true
  }

  /** Runs queued jobs, and the jobs that they and their webhooks queue, until a job is killed. */
  async function work() {
    for (let round = 0; round < 20; round += 1) {
      await control('/switches?wait=true')
      const { rows } = await sql<{ id: string; name: string; payload: unknown }>`
        select queued.id, identifier as name, payload
          from graphile_worker._private_jobs as queued
          join graphile_worker._private_tasks as task on task.id = task_id
         where run_at <= now() order by queued.id`.execute(db())
      if (rows.length === 0) return
      const done: string[] = []
      await inParallel(rows, async ({ id, name, payload }) => {
        if (isWithoutEffect.test(name) || (await runJob(jobsByName.get(name)!, payload)))
          done.push(id)
      })
      await sql`select graphile_worker.complete_jobs(${done}::bigint[])`.execute(db())
      if (done.length < rows.length) return
    }
    throw new Error('The queue does not become empty')
  }

  async function runDue() {
    for (const job of scheduled) await runJob(job, {})
    await work()
  }

  async function setClock(ahead: number) {
    await transaction(db(), (tx) => setDatabaseAhead(tx, ahead))
    setAhead(ahead)
    await played.sandbox.setClock(ahead)
    await sql`update sessions set created_at = now(), last_seen_at = now(),
                     expires_at = now() + interval '1 day'`.execute(db())
  }

  return {
    ...{ offer, groups, control, work, db, faults },
    /** The members that helpers of other tests use. */
    get counter() {
      return { sandboxUrl: played.sandbox.url, call: caller(played.app) }
    },
    now: () => clock.now(),
    call: <E extends Endpoint>(endpoint: E, input: unknown, account: Account) =>
      call(endpoint, input, account.cookie),
    callAsStaff,

    /** Adds the time that each account can use in the next hours to what it received. An incident returns it. */
    async observe({ hours, incident }: Move) {
      const { rows } = await sql<{ user: number; product: number; paused: number; left: number }>`
        select user_id as user, product_id as product,
               extract(epoch from max(ends_at) - now())::float8 as left,
               coalesce((
                 select extract(epoch from max(until) - now()) from pauses
                  where pauses.user_id = subscriptions.user_id and ended_at is null
                    and pauses.product_id = subscriptions.product_id), 0)::float8 as paused
          from subscriptions where ends_at > now() group by user_id, product_id`.execute(db())
      const running = new Map(rows.map((run) => [keyOf(run.user, run.product), run]))
      for (const group of groups)
        for (const { id } of group.accounts)
          for (const product of offer.products) {
            const { received } = group
            const key = keyOf(id, product.id)
            const { paused = 0, left = 0 } = running.get(key) ?? {}
            const seconds = Math.max(0, Math.min(left, hours * 3600) - Math.max(0, paused))
            received.set(key, (received.get(key) ?? 0) + seconds)
            if (incident) group.grantedCents += (seconds / 86_400) * product.dayCents
          }
    },

    /** The token in the link of a payout. */
    payoutToken: async (id: string) => (await payoutLink(db(), '', id)).split('token=')[1]!,
    /** The code in the latest mail of a payout. */
    async payoutCode(id: string) {
      const mail = await db()
        .selectFrom('mails')
        .select('text_body')
        .where('template', '=', 'payout-code')
        .where(sql<boolean>`about ->> 'payout' = ${id}`)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return mail && /^Code: (\d{6})$/m.exec(mail.text_body)?.[1]
    },

    async paymentOf(order: string) {
      const { provider_id } = await db()
        .selectFrom('payments')
        .select('provider_id')
        .where('order_id', '=', order)
        .executeTakeFirstOrThrow()
      return provider_id
    },

    /** The money that the stand-ins received and still hold for each order, in cents, less sent payouts. */
    async readBooks() {
      const { payload } = await played.sandboxApp.inject('/control/books')
      const books = new Map<string, { received: number; held: number }>()
      for (const { order, received, held } of JSON.parse(payload)) {
        const before = books.get(order) ?? { received: 0, held: 0 }
        books.set(order, { received: before.received + received, held: before.held + held })
      }
      const { rows } = await sql<{ order: string; user: number; renewed: boolean; sent: number }>`
        select id as order, user_id as user, renews_order_id is not null as renewed,
               coalesce((select sum(amount_cents) from payouts
                          where order_id = orders.id and status in ('sent', 'done')), 0)::float8 as sent
          from orders`.execute(db())
      return rows.map(({ order, user, renewed, sent }) => {
        const { received = 0, held = 0 } = books.get(order) ?? {}
        return { order, user, renewed, received, held: held - sent }
      })
    },

    /** Moves the clock and runs the jobs that are due. A killed shop is started again. */
    async pass({ hours, ends, incident }: Move) {
      const declared = incident && (await declareIncident(callAsStaff))
      if (hours > 0) await setClock(Math.ceil(clock.ahead() + hours * 3_600_000))
      if (declared) await closeIncident({ callAsStaff, work }, declared)
      if (ends === 'killed before' || ends === 'killed after') {
        played.shop.card = killedCard(
          played.shop.card!,
          ends === 'killed before' ? 'before' : 'after',
        )
        await runDue()
        await played.restart()
      }
      await runDue()
    },

    restart: () => played.restart(),
    close: () => played.close(),
  }
}

/** Whether an error is, or contains, that of a killed process: a job collects the errors of several customers. */
function wasKilled(error: unknown): boolean {
  if (error instanceof Killed) return true
  if (error instanceof AggregateError) return error.errors.some(wasKilled)
  return error instanceof Error && (/killed/.test(error.message) || wasKilled(error.cause))
}
