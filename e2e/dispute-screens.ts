import type { Page } from '@playwright/test'
import { disputedOrder } from './disputed-order.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

const bank = ['dispute', { reason: 'product_not_received', due: 6 }] as const

/** Disputes as staff answer them, and as the customer sees their effects. */
export const disputeScreens: Screen[] = [
  {
    name: 'admin-disputes',
    visit: async (page, scene) => {
      await disputedOrder(scene, ['dispute', { due: 2 }])
      await disputedOrder(scene, ['dispute'], ['dispute-lost'])
      await disputedOrder(scene, ['dispute-warning'])
      await as('admin', '/admin/disputes')(page, scene)
      await page.getByText('Inquiry').last().waitFor()
    },
  },
  {
    name: 'dashboard-subscriptions-held',
    visit: async (page, scene) => {
      const { cookies } = await disputedOrder(scene, ['dispute'])
      await page.context().addCookies(cookies)
      await open('/dashboard?t=subscriptions')(page)
    },
  },
  { name: 'admin-disputes-none', visit: as('support', '/admin/disputes?state=withdrawn') },
  { name: 'admin-disputes-one', visit: opened },
  {
    name: 'admin-disputes-one-submit',
    visit: async (page, scene) => {
      await opened(page, scene)
      await page.getByRole('button', { name: 'Preview and submit' }).click()
      await page.getByText('Attached files').scrollIntoViewIfNeeded()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-disputes-one-accept',
    visit: async (page, scene) => {
      await opened(page, scene)
      await page.getByRole('button', { name: 'Accept dispute' }).click()
      await page.getByRole('dialog').getByText('goes to the customer').waitFor()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-disputes-one-lost',
    visit: async (page, scene) => {
      const { id } = await disputedOrder(scene, [...bank], ['dispute-lost'])
      await as('support', `/admin/disputes/${id}`)(page, scene)
    },
  },
  {
    name: 'orders-one-disputed',
    visit: async (page, scene) => {
      const { order, cookies } = await disputedOrder(scene, [...bank])
      await page.context().addCookies(cookies)
      await open(`/orders/${order}`)(page)
    },
  },
]

async function opened(page: Page, scene: Scene) {
  const { id } = await disputedOrder(scene, [...bank])
  await as('admin', `/admin/disputes/${id}`)(page, scene)
}
