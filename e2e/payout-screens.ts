import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { payoutLink } from '#server/payouts/links.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const transaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

/** Crypto that goes back: what its customer sees by the link, and staff on the order. */
export const payoutScreens: Screen[] = [
  { name: 'payout-offered', visit: byLink('offered') },
  { name: 'payout-code', visit: confirming },
  { name: 'payout-given', visit: byLink('given') },
  { name: 'payout-sent', visit: byLink('sent') },
  { name: 'payout-withdrawn', visit: byLink('withdrawn') },
  { name: 'admin-orders-one-payout', visit: onOrder('sent') },
  {
    name: 'admin-orders-one-payout-approve',
    visit: async (page, scene) => {
      await onOrder('given')(page, scene)
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog').getByText('What will happen').waitFor()
    },
    firstViewOnly: true,
  },
]

const payout = { kind: 'over', provider: 'btcpay', currency: 'btc', network: 'btc' } as const

type Status = 'offered' | 'given' | 'sent' | 'withdrawn'

/** A customer's order that was paid too much for, and what goes back of it. */
async function overpaid(db: Database, status: Status) {
  const { user } = await signInAs(db)
  const { id: order_id } = await db
    .insertInto('orders')
    .values({
      ...{ user_id: user.id, type: 'crypto', payment_status: 'finished' },
      ...{ total_cents: 1999, paid_at: sql`now()` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db.selectFrom('products').select(['id', 'name']).executeTakeFirstOrThrow()
  await db
    .insertInto('order_items')
    .values({
      ...{ order_id, product_id: product.id, product_name: product.name },
      ...{ months: 1, list_cents: 1999 },
    })
    .execute()
  const coin = { provider: 'btcpay', amount_cents: 1999 } as const
  await db
    .insertInto('payments')
    .values({
      ...{ ...coin, order_id, provider_id: randomUUID(), status: 'finished' },
      ...{ pay_currency: 'btc', pay_network: 'btc', pay_amount: 0.000312, actually_paid: 0.000412 },
    })
    .execute()
  const { id } = await db
    .insertInto('payouts')
    .values({
      ...{ ...payout, order_id },
      ...{ coins: 0.0001, amount_cents: 641 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status !== 'offered')
    await db
      .updateTable('payouts')
      .set(status === 'withdrawn' ? { status } : { status: 'given', address, given_at: sql`now()` })
      .where('id', '=', id)
      .execute()
  if (status === 'sent') {
    const approved = { status: 'approved', approved_at: sql<Date>`now()` } as const
    await db.updateTable('payouts').set(approved).where('id', '=', id).execute()
    const sent = { status, transaction_id: transaction, sent_at: sql<Date>`now()` } as const
    await db.updateTable('payouts').set(sent).where('id', '=', id).execute()
    // A second one that the server was asked for, and has not answered.
    const asked = { status: 'approved', by_server: true, address } as const
    const server_note = 'BTCPay Server, POST /api/v1/stores/9xF3/pull-payments: fetch failed'
    const second = { ...payout, ...asked, order_id, coins: 0.00002, amount_cents: 128, server_note }
    await db.insertInto('payouts').values(second).execute()
  }
  return { id, order: order_id }
}

function byLink(status: Status) {
  return async (page: Page, { db, shop }: Scene) => {
    const { id } = await overpaid(db, status)
    await open(await payoutLink(db, shop.url, id))(page)
  }
}

async function confirming(page: Page, scene: Scene) {
  await byLink('offered')(page, scene)
  await page.getByLabel('Your address for BTC').fill(address)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code from the mail').waitFor()
}

function onOrder(status: Status) {
  return async (page: Page, scene: Scene) => {
    const { order } = await overpaid(scene.db, status)
    await as('admin', `/admin/orders/${order}`)(page, scene)
  }
}
