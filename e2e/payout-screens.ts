import type { Page } from '@playwright/test'
import { payoutLink } from '#server/selling/payouts/links.ts'
import { bitcoinAddress, overpaid, type PayoutStatus } from './overpaid.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

/** Crypto payouts: the customer's page behind the link, and the staff's view on the order. */
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

function byLink(status: PayoutStatus) {
  return async (page: Page, { db, shop }: Scene) => {
    const { id } = await overpaid(db, status)
    await open(await payoutLink(db, shop.url, id))(page)
  }
}

async function confirming(page: Page, scene: Scene) {
  await byLink('offered')(page, scene)
  await page.getByLabel('Your BTC address').fill(bitcoinAddress)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code from the email').waitFor()
}

function onOrder(status: PayoutStatus) {
  return async (page: Page, scene: Scene) => {
    const { order } = await overpaid(scene.db, status)
    await as('admin', `/admin/orders/${order}`)(page, scene)
  }
}
