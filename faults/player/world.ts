import { sql } from 'kysely'
import { staffProducts } from '#contract/catalogue/staff-products.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import type { Entry } from '#sandbox/control/books.ts'
import { market } from '#sandbox/nowpayments/currencies.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { signInAs, signInMany } from '#server/kernel/testing/customer.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { caller } from '#server/kernel/testing/shop.ts'
import { clock, setAhead } from '#server/kernel/time/clock.ts'
import { setDatabaseAhead } from '#server/kernel/time/moved-clock.ts'
import { payoutLink } from '#server/selling/payouts/links.ts'
import { jobs } from '#server/shop/domains.ts'
import { longestPause, type Move } from './action.ts'
import { type Account, allAccounts, type Group, keyOf } from './group.ts'
import { inParallel } from './in-parallel.ts'
import { addModule, closeIncident, declareIncident } from './incidents.ts'
import { Killed, killedCard } from './killed-card.ts'
import { type Code, codeKinds, type Offer, planDays, planNames, type Sale } from './offer.ts'
import { openPlayedShop } from './shop.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

const accountsOfGroup = 4
const dayMs = 86_400_000

/** How long a failing job is retried. */
const retryMs = 10 * 60_000

/** Jobs that change neither money nor time. */
const isWithoutEffect = /mail|document|announce|notice|remind|cards\.|disputes\.(collect|decided)/

/** Jobs of domains that change money or time. */
const concernsValue =
  /^(renewals|payments|refunds|payouts|disputes|subscriptions|referrals|credits|price_changes)\./
const scheduled = jobs.filter(
  ({ name, cron }) =>
    cron && concernsValue.test(name) && !isWithoutEffect.test(name) && !/currencies/.test(name),
)
const jobsByName = new Map(jobs.map((job) => [job.name, job]))

/** A shop in test mode for several groups, with a clock that only `pass` moves. */
export async function openWorld(groupCount: number) {
  const played = await openPlayedShop()
  const db = () => played.shop.db
  await db().updateTable('settings').set({ pause_days: 10, first_crypto: 'btcpay' }).execute()
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
    const factors = [{ from: 0, factor: 1 }]
    const id = await addProduct(db(), {
      price_cents: planDays['1m'] * dayCents,
      plans: JSON.stringify(plans),
      ...(sold && {
        ...{ sale_percent: sold.percent, sale_from: new Date(sold.from) },
        sale_to: new Date(sold.to),
      }),
    })
    return { id, dayCents, sale: sold, factors }
  }

  async function signUp(count: number): Promise<Account[]> {
    const people = await signInMany(db(), count)
    const { rows } = await sql<{ id: number; email: string }>`
      select id, email from users where id = any(${people.map(({ id }) => id)}::bigint[])`.execute(
      db(),
    )
    const emails = new Map(rows.map(({ id, email }) => [id, email]))
    return people.map(({ id, token }) => {
      return { id, email: emails.get(id)!, cookie: cookieOf(token), orders: [] }
    })
  }

  /** Makes the second account of each pair a friend of the first. */
  function refer(pairs: readonly (readonly [referrer: number, referred: number])[]) {
    return sql`update users set referred_by = referrer
          from unnest(${pairs.map(([, referred]) => referred)}::bigint[],
                      ${pairs.map(([referrer]) => referrer)}::bigint[]) as pair (referred, referrer)
         where users.id = referred`.execute(db())
  }

  async function openGroups(): Promise<Group[]> {
    const accounts = await signUp(groupCount * accountsOfGroup)
    const helpers = await signUp(groupCount)
    await sql`update users set support = true
               where id = any(${helpers.map(({ id }) => id)}::bigint[])`.execute(db())
    const made = helpers.map(({ cookie }, at): Group => {
      const codes = codeKinds.map(({ name, product, firstOrder: _, ...kind }): Code => {
        return {
          ...{ ...kind, text: `${name}${at}`, product: offer.products[product]!.id },
          returned: new Map(),
        }
      })
      return {
        ...{ offer, codes, received: new Map(), grantedCents: 0, usedCents: new Map() },
        accounts: accounts.slice(at * accountsOfGroup, (at + 1) * accountsOfGroup),
        ...{ former: [], support: cookie, rewards: [] },
      }
    })
    await refer(
      made.flatMap(({ accounts: [referrer, ...friends] }) =>
        friends.map(({ id }) => [referrer!.id, id] as const),
      ),
    )
    await db()
      .insertInto('discounts')
      .values(
        made.flatMap(({ codes }) =>
          codes.map((code, at) => ({
            ...{ code: code.text, product_id: code.product, min_cents: code.minCents },
            ...(code.cents > 0
              ? { type: 0 as const, amount: code.cents }
              : { type: 1 as const, amount: code.percent }),
            ...{ max_uses: code.maxUses, renewals: code.renewals },
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

  /** Staff change the prices of the first product, and move its renewals to them. */
  async function changePrices(factor: number) {
    const [product] = offer.products
    const params = { id: String(product.id) }
    const { body: shown } = await callAsStaff(staffProducts.get, { params })
    const changed = await callAsStaff(staffProducts.change, {
      params,
      body: {
        revision: shown.revision,
        price: (planDays['1m'] * product.dayCents * factor) / 100,
        plans: planNames.map((plan) => ({
          ...{ plan, popular: false },
          ...(plan === '1m'
            ? { savings: 0, price: null }
            : { savings: null, price: (planDays[plan] * product.dayCents * factor) / 100 }),
        })),
      },
    })
    if (changed.status !== 200)
      throw new Error(`The prices were not changed: ${JSON.stringify(changed.body)}`)
    product.factors.push({ from: clock.now(), factor })
    const { revision } = changed.body
    await callAsStaff(staffPriceChanges.add, { params, body: { revision, reason: 'Costs' } })
  }

  const faults = new Set<string>()

  /** When each queued job first failed, by its id. */
  const failingSince = new Map<string, number>()

  /**
   * Returns false if the job stays in the queue: the process was killed, or the job failed and is
   * retried. A job that still fails after some minutes is a fault.
   */
  async function runJob(job: Job, payload: unknown, id?: string) {
    try {
      await job.run(played.shop, job.payload.parse(payload))
      if (id) failingSince.delete(id)
    } catch (error) {
      if (wasKilled(error)) return false
      const since = (id && failingSince.get(id)) || clock.now()
      if (id) failingSince.set(id, since)
      if (id && clock.now() - since < retryMs) return false
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
        if (isWithoutEffect.test(name) || (await runJob(jobsByName.get(name)!, payload, id)))
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
    /** A list of an account. It is empty if the account was deleted. */
    async list<E extends Endpoint>(
      endpoint: E,
      input: unknown,
      account: Account,
    ): Promise<Result<E>> {
      const { status, body } = await call(endpoint, input, account.cookie)
      return status === 200 ? body : ([] as never)
    },
    callAsStaff,
    callAsSupport: <E extends Endpoint>(endpoint: E, input: unknown, { support }: Group) =>
      call(endpoint, input, support),

    /** Staff delete an account, and its customer signs up again with the same address. */
    async replaceAccount(group: Group, account: Account) {
      const params = { uid: String(account.id) }
      const { status } = await callAsStaff(staffUsers.remove, { params })
      if (status !== 200) return
      const [made] = await signUp(1)
      await sql`update users set email = ${account.email} where id = ${made!.id}`.execute(db())
      const place = group.accounts.indexOf(account)
      if (place > 0) await refer([[group.accounts[0]!.id, made!.id]])
      group.accounts[place] = { ...made!, email: account.email }
      group.former.push(account)
    },

    /** Adds the time that each account can use in the next hours to what it received. An incident returns it. */
    async observe({ minutes, incident }: Move) {
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
        for (const { id } of allAccounts(group))
          for (const product of offer.products) {
            const { received } = group
            const key = keyOf(id, product.id)
            const { paused = 0, left = 0 } = running.get(key) ?? {}
            const seconds = Math.max(0, Math.min(left, minutes * 60) - Math.max(0, paused))
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
      const payment = await db()
        .selectFrom('payments')
        .select(['provider', 'provider_id'])
        .where('order_id', '=', order)
        .executeTakeFirst()
      return payment
    },

    /** The coins that arrived for an order, in cents at its exchange rate and at the current one. */
    async readCoins(order: string) {
      const { payload } = await played.sandboxApp.inject(`/control/books?order=${order}`)
      const entries: Entry[] = JSON.parse(payload)
      const received = entries.reduce((sum, entry) => sum + entry.received, 0)
      return { received, market: entries.reduce((sum, entry) => sum + entry.market, 0) }
    },

    /** The money that the stand-ins received and still hold for each order, in cents, less sent payouts. */
    async readBooks() {
      const { payload } = await played.sandboxApp.inject('/control/books')
      const books = new Map<string, { received: number; held: number }>()
      for (const { order, received, held } of JSON.parse(payload) as Entry[]) {
        const before = books.get(order) ?? { received: 0, held: 0 }
        books.set(order, { received: before.received + received, held: before.held + held })
      }
      const { rows } = await sql<{
        order: string
        user: number
        renewed: boolean
        product: number
        sent: number
      }>`
        select id as order, user_id as user, renews_order_id is not null as renewed,
               (select min(product_id) from order_items where order_id = orders.id) as product,
               coalesce((select sum(amount_cents) from payouts
                          where order_id = orders.id and status in ('sent', 'done')), 0)::float8 as sent
          from orders`.execute(db())
      return rows.map(({ order, user, renewed, product, sent }) => {
        const { received = 0, held = 0 } = books.get(order) ?? {}
        return { order, user, renewed, product, received, held, sent }
      })
    },

    /** The seconds of grace that each account owes for each product. */
    async readGrace() {
      const { rows } = await sql<{ user: number; product: number; owed: number }>`
        select user_id as user, product_id as product, sum(seconds)::float8 as owed
          from time_entries join subscriptions on subscriptions.id = subscription_id
         where cause in ('grace', 'grace_back') group by user_id, product_id`.execute(db())
      return new Map(rows.map(({ user, product, owed }) => [keyOf(user, product), owed]))
    },

    /** Moves the clock and runs the jobs that are due. A killed shop is started again. */
    async pass({ minutes, ends, incident, factor, rate }: Move) {
      if (rate) market.factor = rate
      if (factor) await changePrices(factor)
      const declared = incident && (await declareIncident(callAsStaff))
      if (minutes > 0) await setClock(Math.ceil(clock.ahead() + minutes * 60_000))
      if (minutes <= longestPause) return work()
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

    /** Moves the clock past the retries, and runs the jobs of the last round that failed again. */
    async finish() {
      if (failingSince.size === 0) return
      await setClock(clock.ahead() + retryMs + 60_000)
      await work()
    },

    restart: () => played.restart(),
    close() {
      market.factor = 1
      return played.close()
    },
  }
}

/** Whether an error is, or contains, that of a killed process: a job collects the errors of several customers. */
function wasKilled(error: unknown): boolean {
  if (error instanceof Killed) return true
  if (error instanceof AggregateError) return error.errors.some(wasKilled)
  return error instanceof Error && (/killed/.test(error.message) || wasKilled(error.cause))
}
