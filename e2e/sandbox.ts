import { expect, type Page } from '@playwright/test'
import type { paymentActions } from '#sandbox/nowpayments/actions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'

type Shop = Pick<RunningShop, 'sandboxUrl'>

/** Calls the sandbox's control API. Throws its error message if it rejects the call. */
export async function control(shop: Shop, path: string, body: object = {}) {
  const response = await fetch(`${shop.sandboxUrl}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

/** Triggers an event of an order's crypto payment, and waits until the shop has received it. */
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

/** Opens the mailbox of an address, once a job has sent a mail. */
export async function openMailbox(page: Page, { sandboxUrl }: Shop, to: string) {
  const sent = async () => (await fetch(`${sandboxUrl}/control/mail?to=${to}`)).json()
  await expect.poll(async () => (await sent()).messages, { intervals: [100] }).not.toEqual([])
  await page.goto(`${sandboxUrl}/mail?to=${to}`)
}
