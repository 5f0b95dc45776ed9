import type { Page } from '@playwright/test'
import type { TicketStatus } from '#contract/wire/ticket.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { adminScreens } from './admin-screens.ts'
import { payByCard } from './card.ts'
import { cardScreens, checkoutCardScreens } from './card-screens.ts'
import { fillCart } from './cart.ts'
import { sessionCookies, signInCookies } from './customer.ts'
import { addDevices } from './devices.ts'
import { disputeScreens } from './dispute-screens.ts'
import { incidentScreens } from './incident-screens.ts'
import { pauseScreens } from './pause-screens.ts'
import { payoutScreens } from './payout-screens.ts'
import { planScreens } from './plan-screens.ts'
import { provenanceScreens } from './provenance-screens.ts'
import { renewalScreens } from './renewal-screens.ts'
import { routeScreens } from './route-screens.ts'
import { as, open, type Scene, type Screen } from './scene.ts'
import { secondFactorScreens } from './second-factor-screens.ts'
import { textScreens } from './text-screens.ts'

const asCustomer = (path: string) => as('customer', path)

/** Signs in as a new user without any data. */
function asNewcomer(path: string) {
  return async (page: Page, { shop, db }: Scene) => {
    await page.context().addCookies(await signInCookies(db, shop.url))
    await open(path)(page)
  }
}

function withCart(count: number, visit: Screen['visit']): Screen['visit'] {
  return async (page, scene) => {
    await fillCart(page, scene.db, count)
    await visit(page, scene)
  }
}

async function productId(db: Database, slug: string) {
  const products = db.selectFrom('products').select('id').where('slug', '=', slug)
  return (await products.executeTakeFirstOrThrow()).id
}

function product(slug: string): Screen['visit'] {
  return async (page, { db }) => open(`/product/${await productId(db, slug)}`)(page)
}

/** Adds a beta release and one without notes to the demo data. */
const changelog: Screen['visit'] = async (page, { db }) => {
  const product_id = await productId(db, 'cs2')
  const file = { storage_key: 'loader/releases/next', size: 9, sha256: '0'.repeat(64) }
  for (const [version, channel, notes] of [
    ['2.3.1', 'stable', ''],
    ['2.4.0-beta.1', 'beta', 'Knows the **new maps**.\n\n1. Try it\n2. Tell us'],
  ] as const) {
    // Added only once: the next width finds it.
    const added = await db
      .insertInto('loader_releases')
      .values({ ...file, product_id, version, channel, notes })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added)
      await db.insertInto('loader_promotions').values({ release_id: added.id, channel }).execute()
  }
  await open(`/product/${product_id}/changelog`)(page)
}

/** The demo customer's ticket in the given status. */
function conversation(status: TicketStatus): Screen['visit'] {
  return async (page, scene) => {
    const ticket = await scene.db
      .selectFrom('tickets')
      .innerJoin('users', 'users.id', 'user_id')
      .select('tickets.id')
      .where('username', '=', 'customer')
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
    await asCustomer(`/dashboard?t=support&ticket=${ticket.id}`)(page, scene)
  }
}

/** Pays for the cart as a new customer. */
const pay: Screen['visit'] = async (page, scene) => {
  await asNewcomer('/checkout')(page, scene)
  await payByCard(page)
  await page.getByRole('button', { name: 'Request Loader' }).waitFor()
}

/** Additional screens that an address alone cannot open. */
const states: Screen[] = [
  {
    name: 'store-nothing-found',
    visit: async (page) => {
      await open('/store')(page)
      await page.getByPlaceholder('Search games...').fill('no such game')
    },
  },
  { name: 'product', visit: product('cs2') },
  { name: 'product-unavailable', visit: product('neon-parish') },
  { name: 'product-one-changelog', visit: changelog },
  { name: 'changelog-unknown', visit: open('/product/999999/changelog') },
  { name: 'product-unknown', visit: open('/product/999999') },
  { name: 'cart', visit: withCart(3, open('/cart')) },
  { name: 'cart-empty', visit: open('/cart') },
  { name: 'login', visit: open('/login') },
  { name: 'signup', visit: open('/signup') },
  { name: 'verify-email', visit: open('/verify-email?email=mara%40example.com') },
  { name: 'verify-email-asking', visit: open(`/verify-email?token=${'x'.repeat(43)}`) },
  {
    name: 'verify-email-failed',
    visit: async (page) => {
      await open(`/verify-email?token=${'x'.repeat(43)}`)(page)
      await page.getByRole('button', { name: 'Verify Email' }).click()
      await page.getByRole('heading', { name: 'Verification Failed' }).waitFor()
    },
  },
  { name: 'forgot-password', visit: open('/forgot-password') },
  {
    name: 'forgot-password-sent',
    visit: async (page) => {
      await open('/forgot-password')(page)
      await page.getByLabel('Email').fill('mara@example.com')
      await page.getByLabel('Username').fill('mara')
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  {
    name: 'reset-password',
    visit: async (page) => {
      await open(`/reset-password?token=${'x'.repeat(43)}`)(page)
      await page.getByLabel('New password').fill('Nightfall7')
      await page.getByLabel('Confirm password').fill('Nightfall7')
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await page.getByRole('link', { name: 'Request a new link' }).waitFor()
    },
  },
  { name: 'reset-password-without-token', visit: open('/reset-password') },
  { name: 'checkout-card', visit: withCart(2, asCustomer('/checkout')) },
  ...checkoutCardScreens,
  {
    name: 'checkout-crypto',
    visit: withCart(2, async (page, scene) => {
      await asCustomer('/checkout')(page, scene)
      await page.getByText('Cryptocurrency').click()
      await page.getByLabel('Currency', { exact: true }).waitFor()
    }),
  },
  {
    name: 'crypto-payment',
    visit: withCart(1, async (page, scene) => {
      await asCustomer('/checkout')(page, scene)
      await page.getByText('Cryptocurrency').click()
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await page.getByRole('timer').waitFor()
    }),
  },
  { name: 'checkout-success', visit: withCart(1, pay) },
  {
    name: 'checkout-success-ready',
    visit: withCart(1, async (page, scene) => {
      await pay(page, scene)
      await page.getByRole('button', { name: 'Request Loader' }).click()
      await page.getByText(/^Version \d/).waitFor()
    }),
  },
  {
    name: 'dashboard-profile-unlinked',
    visit: async (page, scene) => {
      await asNewcomer('/dashboard')(page, scene)
      await page.getByRole('button', { name: 'Change Password' }).click()
    },
  },
  { name: 'discord-failed', visit: asNewcomer('/discord?error=access_denied') },
  { name: 'dashboard-referrals', visit: asCustomer('/dashboard?t=referrals') },
  { name: 'dashboard-referrals-none', visit: asNewcomer('/dashboard?t=referrals') },
  { name: 'dashboard-support', visit: asCustomer('/dashboard?t=support') },
  { name: 'dashboard-support-empty', visit: asNewcomer('/dashboard?t=support') },
  { name: 'dashboard-support-new', visit: asNewcomer('/dashboard?t=support&ticket=new') },
  { name: 'dashboard-support-conversation', visit: conversation('in_progress') },
  { name: 'dashboard-support-resolved', visit: conversation('resolved') },
  { name: 'dashboard-orders', visit: asCustomer('/dashboard?t=orders') },
  { name: 'dashboard-orders-empty', visit: asNewcomer('/dashboard?t=orders') },
  { name: 'dashboard-subscriptions', visit: asCustomer('/dashboard?t=subscriptions') },
  { name: 'dashboard-subscriptions-empty', visit: asNewcomer('/dashboard?t=subscriptions') },
  { name: 'dashboard-loader', visit: asCustomer('/dashboard?t=loader') },
  {
    name: 'dashboard-devices',
    async visit(page, { shop, db }) {
      const { user, token } = await signInAs(db)
      await addDevices(db, user.id)
      await page.context().addCookies(sessionCookies(shop.url, token))
      await open('/dashboard?t=devices')(page)
    },
  },
  { name: 'dashboard-devices-none', visit: asNewcomer('/dashboard?t=devices') },
  { name: 'dashboard-loader-none', visit: asNewcomer('/dashboard?t=loader') },
  {
    name: 'blog-nothing-found',
    visit: async (page) => {
      await open('/blog')(page)
      await page.getByPlaceholder('Search posts...').fill('no such post')
    },
  },
  {
    name: 'faq',
    visit: async (page) => {
      await open('/faq')(page)
      await page.locator('summary').first().click()
    },
  },
  { name: 'campaign-with-codes', visit: open('/campaign?code=WELCOME10&ref=MARA7') },
  { name: 'not-found', visit: open('/no/such/page') },
  { name: 'api-docs', visit: open('/api/docs'), firstViewOnly: true },
  ...planScreens,
  ...cardScreens,
  ...payoutScreens,
  ...provenanceScreens,
  ...renewalScreens,
  ...disputeScreens,
  ...incidentScreens,
  ...pauseScreens,
  ...secondFactorScreens,
  ...adminScreens,
  ...textScreens,
]

export const screens: Screen[] = [...routeScreens(states), ...states]
