import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoCustomer } from '#sandbox/stripe/demo-cards.ts'
import { testStripe } from '#sandbox/stripe/test-stripe.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { chargeDue } from '#server/selling/renewals/jobs.ts'
import { sandboxSecrets } from '#server/shop/sandbox/sandbox.ts'
import { p95 } from './filled.ts'
import { printRatio, printRow } from './print.ts'

const seconds = 20
/** The number of cards that the shop charges concurrently. */
const atOnce = 4
const pages = 150
/** The minimum time that Stripe takes for a charge, in milliseconds. */
const stripeTakes = 500

/**
 * Measures many renewals that are due at once: how many are charged per second, compared with only
 * creating the same payments at the stand-in, and how slow the shop's pages become. Measured with a
 * stand-in that responds immediately, which keeps all cores busy, and with one that takes as long
 * as Stripe. The shop is in test mode, because its stand-in has a customer with a card.
 */
export async function measureRenewals(shop: RunningShop, due: number) {
  const db = openDatabase(shop.databaseUrl, 2)
  await fill(due)
  const page = () => p95(pages, read)
  const atOnceAnswered = await whileDue()
  const bare = await bareASecond()
  await delayAnswers(stripeTakes)
  const slowlyAnswered = await whileDue()
  const bareSlowly = await bareASecond()
  await delayAnswers(0)
  await db.destroy()
  const most = due.toLocaleString('en-US')
  printPage(`GET /store while ${most} are due`, atOnceAnswered)
  printRatio('Renewals charged a second', [atOnceAnswered.charged], [bare], 0.5)
  printPage(`GET /store while Stripe takes ${stripeTakes} ms for each`, slowlyAnswered)
  printRatio('Renewals charged a second then', [slowlyAnswered.charged], [bareSlowly], 0.5)

  /**
   * The pages' p95 before and while renewals are due, and how many renewals are charged per second.
   */
  async function whileDue() {
    const before = await page()
    await sql`
      update renewals set due_at = now()
       where state = 'on' and card_id = ${demoCustomer.cards.good.id}`.execute(db)
    await enqueue(db, chargeDue, {})
    await delay(1000)
    const [during, charged] = await Promise.all([page(), chargedASecond()])
    // Leaves the shop without due renewals.
    await sql`update renewals set due_at = now() + interval '1 year' where state = 'on'`.execute(db)
    await delay(3000)
    return { before, during, charged }
  }

  async function delayAnswers(delayMs: number) {
    const answer = await fetch(`${shop.sandboxUrl}/control/switches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stripe: { delayMs } }),
    })
    if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}`)
  }

  async function read() {
    const answer = await fetch(`${shop.url}/store`)
    await answer.text()
    if (!answer.ok) throw new Error(`The store answered ${answer.status}`)
  }

  async function count() {
    const { rows } = await sql<{ paid: number }>`
      select count(*)::int as paid from renewal_charges where status = 'succeeded'`.execute(db)
    return rows[0]!.paid
  }

  /** Ends after the time limit, or when nothing is due any more. */
  async function chargedASecond() {
    const from = await count()
    const began = performance.now()
    let charged = 0
    while (performance.now() < began + seconds * 1000 && from + charged < due) {
      await delay(200)
      charged = (await count()) - from
    }
    return (charged / (performance.now() - began)) * 1000
  }

  async function bareASecond() {
    const stripe = testStripe(
      { url: shop.sandboxUrl },
      // A busy machine makes responses slow. That is a result, not a failure.
      { key: sandboxSecrets.stripeKey, timeout: 30_000 },
    )
    const until = performance.now() + (seconds / 2) * 1000
    let paid = 0
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (performance.now() < until) {
          const order = randomUUID()
          await stripe.paymentIntents.create(
            {
              ...{ amount: 1999, currency: 'usd', customer: demoCustomer.id },
              ...{ payment_method: demoCustomer.cards.good.id, confirm: true, off_session: true },
              metadata: { order_id: order },
            },
            { idempotencyKey: order },
          )
          paid += 1
        }
      }),
    )
    return paid / (seconds / 2)
  }

  /**
   * Creates customers with a month of a product that renews, all with the stand-in's single card.
   */
  async function fill(customers: number) {
    const { cards, id: customer, expMonth, expYear } = demoCustomer
    // Creating this many customers at the stand-in would take longer than the measurement.
    await sql`alter table users drop constraint users_stripe_customer_id_key`.execute(db)
    await sql`
      with product as (
        insert into products (slug, name, price_cents) values ('renewed', 'Renewed', 1999) returning id
      ), people as (
        insert into users (username, email, verified_at, stripe_customer_id)
        select 'renewing-' || n, 'renewing-' || n || '@example.com', now(), ${customer}
          from generate_series(1, ${customers}::int) n returning id
      ), bought as (
        insert into orders (user_id, type, payment_status, total_cents, paid_at)
        select id, 'card', 'finished', 1999, now() from people returning id, user_id
      ), running as (
        insert into subscriptions (user_id, product_id, created_at, ends_at)
        select people.id, product.id, now(), now() + interval '1 day' from people, product
      )
      insert into renewals (user_id, product_id, order_id, plan, term_seconds, price_cents, due_at,
        card_id, card_brand, card_last4, card_exp_month, card_exp_year)
      select user_id, product.id, bought.id, '1m', 2592000, 1999, now() + interval '1 year',
             ${cards.good.id}, 'visa', '4242', ${expMonth}::int, ${expYear}::int
        from bought, product`.execute(db)
    await sql`analyze`.execute(db)
  }
}

function printPage(name: string, { before, during }: { before: number; during: number }) {
  const figure = `${during.toFixed(1)} ms  = ${(during / before).toFixed(2)}`
  printRow(name, figure, 'aim: 1.50 or less')
}
