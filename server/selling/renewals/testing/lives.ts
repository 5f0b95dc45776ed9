import { sql } from 'kysely'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import { cookieName } from '#server/kernel/http/callers.ts'
import { signInAs, startSessionOf } from '#server/kernel/testing/customer.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { addCard } from '#server/selling/cards/testing/add-card.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { jobs } from '#server/shop/domains.ts'
import { randomFrom } from '#server/shop/overview/testing/random.ts'
import { renewing } from './renewing.ts'
import { setClock, workQueue } from './worked-clock.ts'

const hour = 3_600_000
const day = 24 * hour

/** The scheduled jobs that affect money and time. */
const scheduled = [
  ...['renewals.charge', 'renewals.announce', 'subscriptions.mail_notices', 'refunds.recheck'],
  ...[
    'payments.recheck_stripe',
    'payments.expire',
    'payments.expire_underpaid',
    'payments.recheck_disputes',
  ],
  ...['payments.reconcile_stripe', 'disputes.ask'],
].map((name) => {
  const found = jobs.find((each) => each.name === name)
  if (!found) throw new Error(`There is no job ${name}`)
  return found
})

/** Provider calls that move money, after which the process may be killed. */
const takesMoney = new Set<string | symbol>([
  ...['chargeSavedCard', 'retryCharge', 'cancelCharge', 'createRefund'],
])

const killed = () => new Error('The process was killed')

type Life = {
  userId: number
  /** Seconds of time granted by staff, by product. */
  given: Map<number, number>
}

export async function openLives(counter: Counter, seed: number) {
  const { db } = counter
  const { below, pick } = randomFrom(seed)
  const { act, changeCard } = renewing(counter)
  const products = [await counter.addProduct(), await counter.addProduct()]
  for (const [at, product] of products.entries())
    await counter.addCode(product, `HOLDS${at}`, {
      ...{ amount: 50, renewals: 2, max_uses: 6 },
      ends_at: new Date(clock.now() + 3650 * day),
    })
  const lives: Life[] = []
  for (let n = 0; n < 4; n += 1)
    lives.push({ userId: (await signInAs(db)).user.id, given: new Map() })

  /** The next such call fails before the provider receives it, or before its answer is stored. */
  let dies: 'before' | 'after' | null = null
  const card = counter.shop.card!
  /** The payments requested from cards, with the order of the period. */
  const asked: { order: string; intent: string | null }[] = []
  counter.shop.card = new Proxy(card, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      if (!takesMoney.has(name)) return own.bind(target)
      return async (...given: [{ orderId: string }]) => {
        if (dies === 'before') throw killed()
        const answer = await own.apply(target, given)
        if (name === 'chargeSavedCard')
          asked.push({ order: given[0].orderId, intent: answer.paymentIntentId })
        if (dies === 'after') throw killed()
        return answer
      }
    },
  })

  const cookieOf = async (userId: number) => ({
    cookie: `${cookieName(counter.shop.config)}=${await startSessionOf(db, userId)}`,
  })
  const staff = (await signInAs(db, { admin: true })).user.id

  async function runJobs() {
    for (const { name, payload, run } of scheduled)
      await run(counter.shop, payload.parse({})).catch((error: Error) => {
        // The next run recovers from these errors.
        if (!/killed|could not|failed/i.test(error.message)) throw new Error(name, { cause: error })
      })
    await workQueue(counter)
  }

  const later = async (milliseconds: number) => {
    await setClock(counter, clock.now() + milliseconds)
    await runJobs()
  }

  async function someRenewal({ userId }: Life) {
    const found = await db
      .selectFrom('renewals')
      .select(['id', 'card_id'])
      .where('user_id', '=', userId)
      .where('state', '<>', 'ended')
      .execute()
    return found.length > 0 ? pick(found) : undefined
  }

  async function someOrder({ userId }: Life) {
    const found = await db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', userId)
      .where('paid_at', 'is not', null)
      .orderBy('paid_at', 'desc')
      .limit(4)
      .execute()
    return found.length > 0 ? pick(found).id : undefined
  }

  async function buy({ userId }: Life) {
    const wanted = below(3) ? [pick(products)] : products
    const { cookie } = await cookieOf(userId)
    const { status, body } = await counter.buyByCard(
      cookie,
      wanted.map((id) => ({
        id,
        term_length: pick([1, 1, 1, 3]),
        renew: below(4) > 0,
        replace_renewal: below(3) === 0,
        ...(below(3) === 0 && { discount: `HOLDS${products.indexOf(id)}` }),
      })),
    )
    expectAnswered(status)
    if (status !== 201) return
    const how = pick(['confirm', 'confirm', 'confirm', 'confirm', 'decline', 'expire'])
    const pending = below(3) === 0 && how === 'confirm' && { card: '4000000000007726' }
    await counter.session(body.session_id, how, pending || {})
  }

  async function refund(life: Life) {
    const order = await someOrder(life)
    if (!order) return
    const desk = refundDesk(counter, await cookieOf(staff))
    const { refundable } = await desk.look(order)
    const parts = refundable?.items.filter(({ left }) => left > 0) ?? []
    if (!refundable || parts.length === 0) return
    const wanted = {
      items: parts.map(({ id, left, unused }) => ({
        id,
        amount: pick([left, unused || left, left / 2]),
      })),
      left: refundable.left,
      stop_renewal: below(2) === 0,
    }
    for (const item of wanted.items)
      item.amount = Math.max(0.01, Math.round(item.amount * 100) / 100)
    // Sometimes two staff members refund at the same time.
    const answers = await Promise.all(
      Array.from({ length: 1 + below(2) }, () => desk.refund(order, wanted)),
    )
    for (const { status } of answers) if (!dies) expectAnswered(status)
  }

  /** Triggers an event at the provider. An event that is not possible at the moment is ignored. */
  const atProvider = (path: string, body: object = {}) =>
    counter.control(`${path}?wait=true`, body).catch((error: Error) => {
      if (!/: 4\d\d /.test(error.message)) throw error
    })

  const ofOrder = async (life: Life, action: string, body: object = {}) => {
    const order = await someOrder(life)
    if (order) await atProvider(`/stripe/orders/${order}/${action}`, body)
  }

  const own = async (
    life: Life,
    what: (one: { id: number; cookie: string }) => Promise<unknown>,
  ) => {
    const renewal = await someRenewal(life)
    if (renewal) await what({ id: renewal.id, ...(await cookieOf(life.userId)) })
  }

  const happens: Record<string, (life: Life) => Promise<unknown>> = {
    buy,
    bank: async (life) => {
      const does = pick([
        ...['succeeds', 'succeeds', 'succeeds', 'insufficient_funds', 'do_not_honor', 'lost_card'],
        ...['authentication_required', 'processing_then_succeeds', 'processing_then_fails'],
      ])
      const renewal = await someRenewal(life)
      if (renewal?.card_id) await atProvider(`/stripe/cards/${renewal.card_id}/behave`, { does })
    },
    stop: (life) => own(life, (one) => act('stop', one)),
    resume: (life) => own(life, (one) => act('resume', one)),
    pay: (life) => own(life, (one) => act('pay', one)),
    'stop while charged': (life) => own(life, (one) => Promise.all([act('stop', one), runJobs()])),
    'other card': (life) =>
      own(life, async (one) => {
        const { id } = await addCard(counter, one.cookie, '5555555555554444')
        if (id) await changeCard(one, id)
      }),
    give: async ({ userId, given }) => {
      const productId = pick(products)
      const seconds = 1 + below(20 * 86_400)
      await grantTime(db, { userId, productId, seconds, cause: 'grant', actorId: staff })
      given.set(productId, (given.get(productId) ?? 0) + seconds)
    },
    refund,
    'refund at the provider': (life) =>
      ofOrder(life, 'refund', below(2) ? { amount: 1 + below(9) } : {}),
    dispute: (life) => ofOrder(life, 'dispute'),
    'dispute won': (life) => ofOrder(life, 'dispute-won'),
    'dispute lost': (life) => ofOrder(life, 'dispute-lost'),
    'refund decided': async () => {
      const found = await db
        .selectFrom('refunds')
        .select('provider_id')
        .where('provider_id', 'is not', null)
        .where('status', '=', 'pending')
        .execute()
      if (found.length > 0)
        await atProvider(
          `/stripe/refunds/${pick(found).provider_id}/${pick(['succeed', 'succeed', 'fail', 'cancel'])}`,
        )
    },
    'events differ': () =>
      counter.switches({
        stripe: {
          webhooks: { lost: below(3) === 0, copies: 1 + below(3), reorder: below(3) === 0 },
        },
      }),
    killed: async () => {
      dies = pick(['before', 'after'])
      await runJobs()
      dies = null
    },
    'killed while charged': async () => {
      dies = 'after'
      await later(pick([2, 10, 25]) * day)
      dies = null
    },
    away: async () => {
      await counter.switches({ stripe: { api: 'error' } })
      await later(below(3) * day)
      await counter.switches({ stripe: { api: 'ok' } })
    },
    'jobs twice': () => Promise.all([runJobs(), runJobs()]),
    hours: () => later((1 + below(60)) * hour),
    days: () => later((1 + below(12)) * day),
    'just before it is due': async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select min(due_at) as at from renewals where state <> 'ended' and due_at > now()`.execute(
        db,
      )
      if (rows[0]?.at) await later(rows[0].at.getTime() - clock.now() + pick([-1000, 1000]))
    },
  }
  const usual = ['buy', 'bank', ...Array(6).fill('days'), ...Array(6).fill('just before it is due')]
  const names: string[] = [...Object.keys(happens), ...usual]
  for (const life of lives) await buy(life)

  return {
    lives,
    products,
    card,
    /** Returns the orders of periods for which the provider has taken money, once per payment. */
    async charged() {
      const taken: string[] = []
      for (const { order, intent } of new Map(asked.map((each) => [each.intent, each])).values())
        if (intent && (await card.readCharge(intent)).status === 'succeeded') taken.push(order)
      return taken
    },
    /** Runs a random event for a random customer and returns its name. */
    async step() {
      const name = pick(names)
      await happens[name]!(pick(lives))
      return name
    },
    /** Stops the process faults and recovers all open and lost work. */
    async settleDown() {
      await counter.reset()
      dies = null
      for (let round = 0; round < 5; round += 1) await later(7 * hour)
    },
  }
}

function expectAnswered(status: number) {
  if (status >= 500) throw new Error(`It was answered ${status}`)
}
