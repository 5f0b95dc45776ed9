import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PlanRule } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { sessionCookies } from './customer.ts'
import { as, open, type Scene, type Screen } from './scene.ts'

const own = (plan: string, cents: number, popular = false): PlanRule => ({
  ...{ plan, popular },
  ...{ savings: null, cents },
})
const saves = (plan: string, savings: number): PlanRule => ({
  ...{ plan, popular: false },
  ...{ savings, cents: null },
})

const plans = [
  own('1d', 199),
  own('2w', 799),
  saves('1m', 0),
  saves('3m', 15),
  own('6m', 5999, true),
  saves('12m', 35),
  own('lifetime', 24_900),
]

/** Creates a product with plans of all lengths and a current sale. */
async function planned(db: Database) {
  const slug = `plans-${randomBytes(4).toString('hex')}`
  const { id } = await db
    .insertInto('products')
    .values({
      slug,
      name: 'The Long Way Round to the Lighthouse',
      price_cents: 1499,
      hidden: true,
      plans: JSON.stringify(plans),
      sale_percent: 25,
      sale_from: new Date(Date.now() - 86_400_000),
      sale_to: new Date(Date.now() + 6 * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Plans, a sale and a lifetime plan, on every page that shows them. */
export const planScreens: Screen[] = [
  {
    name: 'product-plans',
    visit: async (page, { db }) => open(`/product/${await planned(db)}`)(page),
  },
  { name: 'cart-plans', visit: cart },
  { name: 'dashboard-subscriptions-lifetime', visit: lifetime },
  {
    name: 'admin-products-one-plans',
    visit: async (page, scene) => {
      await as('admin', `/admin/products/${await planned(scene.db)}/plans`)(page, scene)
    },
  },
]

/** An item with an available plan, and one whose plan was removed. */
async function cart(page: Page, { db }: Scene) {
  const items = await Promise.all(
    ['2w', '5w'].map(async (plan) => {
      const id = await planned(db)
      return { id, title: 'The Long Way Round', price: 9.99, image: null, plan }
    }),
  )
  await page.context().addInitScript((cart) => {
    localStorage.setItem('cart', cart)
  }, JSON.stringify(items))
  await open('/cart')(page)
}

async function lifetime(page: Page, { shop, db }: Scene) {
  const { user, token } = await signInAs(db)
  for (const days of [3, 365_000]) {
    const run = await db
      .insertInto('subscriptions')
      .values({ user_id: user.id, product_id: await planned(db) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const entry = { subscription_id: run.id, seconds: days * 86_400, cause: 'grant' as const }
    await db.insertInto('time_entries').values(entry).execute()
  }
  await page.context().addCookies(sessionCookies(shop.url, token))
  await open('/dashboard?t=subscriptions')(page)
}
