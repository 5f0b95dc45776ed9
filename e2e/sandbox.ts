import { expect, type Page } from '@playwright/test'
import type { paymentActions } from '#sandbox/nowpayments/actions.ts'
import type { Database } from '#server/kernel/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'

type Shop = Pick<RunningShop, 'sandboxUrl'>

/** Calls the sandbox's control API. Throws what it refuses with. */
export async function control(shop: Shop, path: string, body: object = {}) {
  const response = await fetch(`${shop.sandboxUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

/** Has something happen to the crypto payment of an order, and the shop hear of it. */
export async function payCrypto(
  shop: Shop & { db: Database },
  order: string,
  action: keyof typeof paymentActions,
) {
  const { provider, provider_id } = await shop.db
    .selectFrom('payments')
    .select(['provider', 'provider_id'])
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const what = provider === 'btcpay' ? 'btcpay/invoices' : 'nowpayments/payments'
  await control(shop, `${what}/${provider_id}/${action}?wait=true`)
}

/** Shows what was mailed to an address, once a job has sent something. */
export async function openMailbox(page: Page, { sandboxUrl }: Shop, to: string) {
  const sent = async () => (await fetch(`${sandboxUrl}/control/mail?to=${to}`)).json()
  await expect.poll(async () => (await sent()).messages, { intervals: [100] }).not.toEqual([])
  await page.goto(`${sandboxUrl}/mail?to=${to}`)
}
