import type { Page } from '@playwright/test'
import { allowPauses, pauseFor } from '#server/access/subscriptions/testing/pause.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { findProduct } from './cart.ts'
import { sessionCookies } from './customer.ts'
import { addRenewal } from './renewals.ts'
import { as, open, type Scene, type Screen } from './scene.ts'
import { openDetails } from './subscriptions.ts'

declareDomains()

const tab = '/dashboard?t=subscriptions'

/** Screens of a customer who pauses their time. */
export const pauseScreens: Screen[] = [
  {
    name: 'dashboard-subscriptions-pause',
    visit: async (page, scene) => {
      await someone(page, scene, { paused: false })
      await open(tab)(page)
      await openDetails(page, 'Counter-Strike 2')
      await page.getByRole('button', { name: /^Pause / }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'dashboard-subscriptions-paused',
    visit: async (page, scene) => {
      await someone(page, scene, { paused: true })
      await open(tab)(page)
    },
  },
  {
    name: 'dashboard-subscriptions-resume',
    visit: async (page, scene) => {
      await someone(page, scene, { paused: true })
      await open(tab)(page)
      await page.getByRole('button', { name: /^Resume / }).click()
    },
    firstViewOnly: true,
  },
  {
    name: 'admin-users-one-paused',
    visit: async (page, scene) => {
      const id = await someone(page, scene, { paused: true })
      await as('admin', `/admin/users/${id}`)(page, scene)
    },
  },
  {
    name: 'admin-users-one-pause-ended',
    visit: async (page, scene) => {
      const id = await someone(page, scene, { paused: true })
      await as('admin', `/admin/users/${id}`)(page, scene)
      await page.getByRole('button', { name: /^End pause of / }).click()
    },
    firstViewOnly: true,
  },
]

async function someone(page: Page, { db, shop }: Scene, { paused }: { paused: boolean }) {
  const { user, token } = await signInAs(db)
  await addRenewal(db, user.id, { slug: 'cs2', state: 'on', days: 30 })
  await allowPauses(db)
  const { id: productId } = await findProduct(db, 'cs2')
  if (paused) await pauseFor(db, { userId: user.id, productId, days: 14 })
  await page.context().addCookies(sessionCookies(shop.url, token))
  return user.id
}
