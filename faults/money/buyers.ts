import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { testCards } from '#sandbox/stripe/cards.ts'
import { succeeds } from '#sandbox/stripe/outcomes.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs, signInMany } from '#server/kernel/testing/customer.ts'

type Market = { db: Database; shopUrl: string; sandboxUrl: string; orders: number }

const cardActions = [
  ['confirm'],
  ['confirm'],
  ['decline', 'confirm'],
  ['delay', 'settle'],
  ['delay', 'fail'],
  ['expire'],
  [],
  ['confirm', 'refund'],
  ['confirm', 'dispute', 'dispute-lost'],
  ['confirm', 'dispute', 'dispute-won'],
  ['confirm', 'dispute', 'dispute-withdrawn'],
  ['confirm', 'dispute', 'dispute-lost', 'dispute-won'],
  ['confirm', 'dispute-warning', 'dispute-withdrawn'],
  ['confirm', 'dispute-warning', 'dispute-escalate', 'dispute-lost'],
  // These wait for a decision of staff.
  ['confirm', 'dispute'],
  ['confirm', 'dispute-warning', 'dispute-escalate'],
  ['confirm', 'fraud-warning'],
]
const either = [
  ['confirm'],
  ['confirm'],
  ['underpay', 'confirm'],
  ['underpay'],
  ['overpay'],
  ['expire', 'pay-late'],
  ['expire'],
  [],
]
/** The possible events of a crypto payment, and their paths in the sandbox. */
const coinActions = {
  nowpayments: {
    at: 'nowpayments/payments',
    actions: [...either, ['fail'], ['confirm', 'refund']],
  },
  btcpay: {
    at: 'btcpay/invoices',
    actions: [
      ...either,
      ['delay', 'confirm'],
      ['delay', 'fail'],
      ['confirm', 'pay-more'],
      ['underpay', 'pay-rest'],
    ],
  },
}

/** The numbers of test cards that pay, including off-session. */
const goodCards = testCards
  .filter(({ outcome, saved }) => outcome === succeeds && !saved)
  .map(({ number }) => number)

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/**
 * How long a customer tries to place an order, in milliseconds. A busy machine is slow to start a
 * shop.
 */
const patience = 180_000

/**
 * Creates customers with different payment methods. Half of them are referred. Some of
 * their discount codes run out of uses.
 */
export async function openMarket({ db, shopUrl, sandboxUrl, orders }: Market) {
  const products = await db
    .insertInto('products')
    .values(
      Array.from({ length: 6 }, (_, at) => ({
        name: `Game ${at}`,
        slug: `game-${at}`,
        price_cents: 1000 + 300 * at,
      })),
    )
    .returning('id')
    .execute()
  // No customer buys this product, so revoked free months do not move a renewal date.
  const { id: rewardProduct } = await db
    .insertInto('products')
    .values({ name: 'Free game', slug: 'free-game', price_cents: 1000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, { id }] of products.entries()) {
    const values = { product_id: id, type: 1 as const, amount: 10 + at }
    await db
      .insertInto('discounts')
      .values([
        { ...values, code: `ANY${id}` },
        { ...values, code: `FEW${id}`, max_uses: Math.ceil(orders / 100) },
      ])
      .execute()
  }
  // With this setting both providers are used: BTCPay Server for bitcoin, the other one for coins
  // on Tron.
  await db.updateTable('settings').set({ first_crypto: 'btcpay' }).execute()
  const staff = await signInAs(db, { admin: true })
  const crowd = await signInMany(db, orders)
  await sql`update users set referred_by = ${crowd[0]!.id}
    where id = any(${crowd.filter((_, at) => at % 2).map(({ id }) => id)}::bigint[])`.execute(db)
  // A run takes only minutes. Without a hold, free months can be redeemed during it.
  await db.updateTable('settings').set({ referral_hold_days: 0 }).execute()
  const cookies = crowd.map(({ token }) => `session=${token}`)
  const cookieOf = new Map(crowd.map(({ id }, at) => [id, cookies[at]!]))
  const answers: number[] = []
  let begun = 0
  const acknowledged = new Set<string>()
  /** Requests that returned an existing open order, because a customer has only one by card. */
  let ledBack = 0
  /** The last responses of customers who stopped trying. */
  const givenUp: string[] = []

  /** A request without a body is a GET. */
  async function post(url: string, body?: object, cookie = '') {
    try {
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { ...(body && { 'content-type': 'application/json' }), cookie },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(40_000),
      })
      return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Answer }
    } catch {
      return { status: 0, body: {} as Answer }
    }
  }

  const byCoins = (items: object[], surely: boolean) => ({
    type: 'crypto',
    currency: surely ? 'btc' : pick(['btc', 'usdttrc20']),
    items,
  })

  /**
   * Places an order like a persistent customer: retries while the shop or a provider is
   * unavailable, omits a code that is used up, and leaves the order to another customer if too many
   * orders are open.
   */
  async function insist(
    byCard: boolean,
    surely: boolean,
  ): Promise<{ cookie: string; body: Answer }> {
    const code = (id: number) => pick([undefined, `ANY${id}`, `FEW${id}`])
    const chosen = new Set([pick(products).id, pick(products).id])
    let items = [...chosen].map((id) => ({
      id,
      term_length: pick([1, 3]),
      discount: code(id),
      renew: surely || Math.random() < 0.7,
      replace_renewal: Math.random() < 0.5,
    }))
    let cookie = pick(cookies)
    let last = ''
    for (const since = Date.now(); Date.now() - since < patience; ) {
      const { status, body } = byCard
        ? await post(`${shopUrl}/api/payment/create-checkout-session?again=true`, items, cookie)
        : await post(`${shopUrl}/api/payment/`, byCoins(items, surely), cookie)
      answers.push(status)
      if (status === 201) return { cookie, body }
      last = `${status} ${body.code ?? ''}`
      if (body.code === 'code_used_up')
        items = items.map((item) => ({ ...item, discount: undefined }))
      else if (body.code === 'too_many_open_orders') cookie = pick(cookies)
      else await delay(500)
    }
    givenUp.push(`${byCard ? 'card' : 'coins'} ${last}`)
    return { cookie, body: {} }
  }

  async function act(kind: string, id: string, action: string, details: object = {}) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { status } = await post(`${sandboxUrl}/control/${kind}/${id}/${action}`, details)
      if (status !== 0) return
      await delay(500)
    }
  }

  return {
    answers,
    acknowledged,
    givenUp,
    ledBack: () => ledBack,
    /** The first customer. The last one has the highest id. */
    since: crowd[0]!.id,
    rewardProduct,
    cookieOf: (userId: number) => cookieOf.get(userId)!,
    staff: `session=${staff.token}`,
    post,
    async buy() {
      // Guarantees that a few customers renew and a few pay through BTCPay Server, regardless of
      // chance.
      const surely = begun < 8
      const byCard = surely ? begun < 4 : Math.random() < 0.5
      begun += 1
      const { cookie, body } = await insist(byCard, surely)
      if (!body.order_id) return
      if (acknowledged.has(body.order_id)) ledBack += 1
      acknowledged.add(body.order_id)
      if (byCard) {
        // Friends with the same card count once.
        const card = pick(goodCards)
        for (const action of surely ? ['confirm'] : pick(cardActions))
          await act('stripe/sessions', body.session_id!, action, { card })
        const path = `/api/payment/checkout-session/${body.session_id}`
        const page = await fetch(shopUrl + path, { headers: { cookie } }).catch(() => null)
        answers.push(page?.status ?? 0)
        return
      }
      const { provider, provider_id } = await db
        .selectFrom('payments')
        .select(['provider', 'provider_id'])
        .where('order_id', '=', body.order_id)
        .executeTakeFirstOrThrow()
      const { at, actions } = coinActions[provider === 'btcpay' ? 'btcpay' : 'nowpayments']
      for (const action of surely ? ['confirm'] : pick(actions)) await act(at, provider_id, action)
    },
  }
}

type Answer = { order_id?: string; session_id?: string; code?: string }
