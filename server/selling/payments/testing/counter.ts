import { sql } from 'kysely'
import { expect } from 'vitest'
import { payments } from '#contract/selling/payments.ts'
import type { Months } from '#contract/wire/wire.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { addProduct as addNewProduct, type NewProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

export type Counter = Awaited<ReturnType<typeof openCounter>>
export type Customer = Awaited<ReturnType<Counter['customer']>>

export async function openCounter(env: Record<string, string> = {}) {
  const shop = await openTestShop({ withSandbox: true, env })
  const { db, app, call, sandboxUrl } = shop
  let products = 0

  async function control(path: string, body: object = {}) {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  function addProduct(more: Omit<NewProduct, 'slug'> = {}) {
    products += 1
    return addNewProduct(db, { slug: `game-${products}`, name: `Game ${products}`, ...more })
  }

  async function addCode(product_id: number, code: string, more: object = {}) {
    const values = { product_id, code, type: 1 as const, amount: 10, ...more }
    return db.insertInto('discounts').values(values).returning('id').executeTakeFirstOrThrow()
  }

  /** Buys by card. A repeated purchase is intentional unless `again` is false. */
  const buyByCard = (cookie: string, body: Parameters<typeof cardBody>[0], again = true) =>
    call(
      payments.createCheckoutSession,
      { query: { again: `${again}` }, body: cardBody(body) },
      { cookie },
    )

  const buyByCrypto = (cookie: string, items: Parameters<typeof cardBody>[0], currency = 'btc') =>
    call(payments.add, { body: { type: 'crypto', currency, items } }, { cookie })

  async function newSale(term_length: Months, code?: string) {
    const buyer = await signIn(app)
    const product = await addProduct()
    if (code) await addCode(product, code, { max_uses: 1 })
    return { buyer, product, item: { id: product, term_length, ...(code && { discount: code }) } }
  }

  return {
    ...shop,
    control,
    read: async (path: string) => (await fetch(`${sandboxUrl}/control${path}`)).json(),

    addProduct,
    addCode,

    usesOf: async (code: string) =>
      (
        await db
          .selectFrom('discounts')
          .select('used_count')
          .where('code', '=', code)
          .executeTakeFirstOrThrow()
      ).used_count,

    customer: () => signIn(app),

    buyByCard,
    buyByCrypto,

    /** `code` is the name of a code with one use. */
    async newCardOrder(term_length: Months = 1, code?: string) {
      const { buyer, product, item } = await newSale(term_length, code)
      const { status, body } = await buyByCard(buyer.cookie, [item])
      expect(status).toBe(201)
      return { ...buyer, product, order: body.order_id, session: body.session_id, body }
    },
    async newCryptoOrder(currency = 'btc', code?: string) {
      const { buyer, product, item } = await newSale(1, code)
      const { status, body } = await buyByCrypto(buyer.cookie, [item], currency)
      expect(status).toBe(201)
      return { ...buyer, product, order: body.order_id, payment: body.id, body }
    },

    /** Triggers an action on a session or a payment and waits until its webhooks were sent. */
    session: (id: string, action: string, more: { amount?: number; card?: string } = {}) =>
      control(`/stripe/sessions/${id}/${action}?wait=true`, more),
    refund: (id: string, action: 'succeed' | 'fail' | 'cancel') =>
      control(`/stripe/refunds/${id}/${action}?wait=true`),
    coins: async (paymentId: number | null, action: string) => {
      const { provider, provider_id } = await db
        .selectFrom('payments')
        .select(['provider', 'provider_id'])
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
      const what = provider === 'btcpay' ? 'btcpay/invoices' : 'nowpayments/payments'
      return control(`/${what}/${provider_id}/${action}?wait=true`)
    },
    switches: (patch: object) => control('/switches', patch),
    reset: () => control('/reset'),

    async mailsTo(address: string) {
      const url = `${sandboxUrl}/control/mail?to=${encodeURIComponent(address)}`
      const { messages } = await (await fetch(url)).json()
      return messages as { subject: string; text: string }[]
    },

    /** Runs the queued jobs and the jobs that they enqueue. */
    work: () => workJobs(shop),

    queue: () =>
      sql`select task_identifier, attempts from graphile_worker.jobs order by id`.execute(db),

    async statusOf(orderId: string) {
      const order = await db
        .selectFrom('orders')
        .select('payment_status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return order.payment_status
    },

    /** With days rounded to the minute, to hide the time used during the test. */
    async ledger(userId: number) {
      const entries = await db
        .selectFrom('time_entries')
        .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
        .select(['cause', 'seconds', 'product_id'])
        .where('user_id', '=', userId)
        .orderBy('time_entries.id')
        .execute()
      return entries.map(
        ({ cause, seconds }) => `${cause} ${(Math.round(seconds / 60) * 60) / 86_400}`,
      )
    },
  }
}

type Item = {
  id: number
  term_length?: 1 | 3 | 6 | 12
  plan?: string
  discount?: string
  renew?: boolean
  replace_renewal?: boolean
}
const cardBody = (items: Item[]) => items
