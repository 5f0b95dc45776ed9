import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { RenewalState } from '#contract/access/card-renewal.ts'
import { grantTime } from '#server/access/subscriptions/ledger.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { setAhead } from '#server/kernel/time/clock.ts'
import { findProduct } from './cart.ts'
import { signInCookies } from './customer.ts'
import { control } from './sandbox.ts'

type Shop = RunningShop & { db: Database }

/** Advances the shop's clock, and the clock with which this process dates its own data. */
export async function moveClock(shop: Shop, days: number) {
  await control(shop, 'clock', { seconds: Math.round(days * 86_400) })
  const read = await fetch(`${shop.sandboxUrl}/control/clock`)
  const { ahead_seconds } = (await read.json()) as { ahead_seconds: number }
  setAhead(ahead_seconds * 1000)
}

/** Signs this browser in again as the same customer, because the session has expired. */
export async function comeBack(page: Page, { db, url }: Shop, username: string) {
  await page.context().clearCookies()
  await page.context().addCookies(await signInCookies(db, url, username))
}

type Given = {
  slug: string
  state: Exclude<RenewalState, 'ended'>
  /** The remaining days. */
  days?: number
  /** Null if the renewal has no card. */
  card?: { id: string; brand: string; last4: string } | null
  /** The reason why the last charge was declined. */
  message?: string
}

const someCard = { id: 'pm_none', brand: 'visa', last4: '4242' }

/** Creates an active renewal for existing time. */
export function renewMonthly(
  db: Database,
  of: { userId: number; productId: number; order: string; cents: number },
) {
  const { userId, productId } = of
  return db
    .insertInto('renewals')
    .values({
      user_id: userId,
      product_id: productId,
      order_id: of.order,
      plan: '1m',
      term_seconds: 30 * 86_400,
      price_cents: of.cents,
      due_at: sql`time_ends_at(${userId}, ${productId}) - interval '1 day'`,
      card_id: someCard.id,
      card_brand: someCard.brand,
      card_last4: someCard.last4,
      card_exp_month: 12,
      card_exp_year: 2040,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Adds a renewal in a state that a shop reaches only after weeks. */
export async function addRenewal(db: Database, userId: number, given: Given) {
  const { slug, state, days = 12, card = someCard, message = 'Your card was declined.' } = given
  const { id: productId, name, price_cents: cents } = await findProduct(db, slug)
  await grantTime(db, { userId, productId, seconds: days * 86_400, cause: 'grant' })
  const order = { user_id: userId, type: 'card' as const, total_cents: cents }
  const place = (more: object) =>
    db
      .insertInto('orders')
      .values({ ...order, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: begun } = await place({ payment_status: 'finished', paid_at: sql`now()` })
  const { id: open } = await place({ renews_order_id: begun })
  const item = { product_id: productId, product_name: name, months: 1 as const, list_cents: cents }
  await db
    .insertInto('order_items')
    .values([begun, open].map((order_id) => ({ ...item, order_id })))
    .execute()
  const unpaid = state === 'retrying' || state === 'needs_action'
  const { id } = await renewMonthly(db, { userId, productId, order: begun, cents })
  // Due in an hour at the earliest, so that the renewal job does not change the state during a test.
  const later = sql<Date>`greatest(due_at, now() + interval '1 hour')`
  await db
    .updateTable('renewals')
    .set({
      state,
      ...(state !== 'on' && { due_at: later }),
      card_id: card?.id ?? null,
      card_brand: card?.brand ?? null,
      card_last4: card?.last4 ?? null,
      ...(!card && { card_exp_month: null, card_exp_year: null }),
      ...((unpaid || state === 'charging') && { open_order_id: open }),
      ...(unpaid && {
        failed_at: sql`now()`,
        gives_up_at: sql`now() + interval '14 days'`,
      }),
      ...(state === 'held' && { held_for: 'product' }),
    })
    .where('id', '=', id)
    .execute()
  if (!unpaid) return id
  await db
    .insertInto('renewal_charges')
    .values({
      renewal_id: id,
      order_id: open,
      number: 1,
      card_id: card?.id ?? someCard.id,
      customer_id: 'cus_none',
      card_brand: card?.brand ?? someCard.brand,
      card_last4: card?.last4 ?? someCard.last4,
      status: state === 'retrying' ? 'declined' : 'needs_action',
      payment_intent_id: 'pi_none',
      message: state === 'retrying' ? message : null,
      decided_at: sql`now()`,
    })
    .execute()
  return id
}
