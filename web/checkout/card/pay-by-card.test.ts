import { afterEach, expect, test, vi } from 'vitest'
import { payments } from '#contract/selling/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { stopRenewal } from '#server/selling/renewals/stop.ts'
import { createTotalReads } from '../../../sandbox/stripe/js/total-reads.js'
import { tab } from '../../storage.ts'
import { shownRenewals } from '../order-items.ts'
import { JustPaid, lookAgain, NotKnown, payByCard, RenewalChanged } from './pay-by-card.ts'

const counter = await fileFixture(openCounter())
afterEach(() => {
  tab.remove('pressed-session')
  vi.unstubAllGlobals()
  return counter.reset()
})

async function browser() {
  const { user, cookie } = await counter.customer()
  const real = globalThis.fetch
  const network = { up: true }
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith('/api')) return real(url, init)
    if (!network.up) throw new TypeError('Failed to fetch')
    const response = await counter.app.inject({
      method: init.method as never,
      url,
      headers: { ...(init.headers as object), cookie },
      payload: init.body as string,
    })
    return new Response(response.payload || null, {
      status: response.statusCode,
      headers: { 'content-type': 'application/json' },
    })
  })
  return { user, cookie, network }
}

/**
 * A fake Stripe.js that pays the session at the Stripe sandbox. `after` runs before the page
 * receives the response.
 */
function stripeThat(after: () => unknown, { totalCents = 1999, currency = 'usd' } = {}) {
  const totalReads = createTotalReads()
  return {
    initCheckoutElementsSdk: ({ clientSecret }: { clientSecret: string }) => ({
      loadActions: async () => ({
        type: 'success',
        actions: {
          getSession: () =>
            totalReads.watch({
              email: 'a@b.example',
              currency,
              minorUnitsAmountDivisor: 100,
              total: { total: { minorUnitsAmount: totalCents } },
            }),
          confirm: async () => {
            totalReads.requireRead()
            const id = clientSecret.split('_secret_')[0]!
            await counter.session(id, 'confirm')
            await after()
            return { type: 'success' }
          },
        },
      }),
    }),
  } as never
}

const elements = {} as never
const lost = () => {
  throw new Error('Could not connect to Stripe')
}

/** A cart with one new product, as the page has it. */
async function newPurchase({ email }: { email: string }) {
  const id = await counter.addProduct()
  const items = [{ id, term_length: 1 as const, renew: false }]
  return { items, total: 19.99, renewals: [], email, card: { id: 'pm_1' } as never }
}

const paidOrders = async (userId: number) => {
  await counter.work()
  const rows = await counter.db
    .selectFrom('orders')
    .select(['id', 'payment_status'])
    .where('user_id', '=', userId)
    .execute()
  return rows.filter(({ payment_status }) => payment_status === 'finished')
}

test('a payment whose response was lost is not charged again by the next click', async () => {
  const { user, network } = await browser()
  const purchase = await newPurchase(user)
  const stripe = stripeThat(() => {
    network.up = false
    lost()
  })
  await expect(payByCard(stripe, elements, purchase)).rejects.toThrow(NotKnown)
  // While the outcome is unknown, neither submitting nor checking again places an order.
  await expect(payByCard(stripe, elements, purchase)).rejects.toThrow(NotKnown)
  await expect(lookAgain()).rejects.toThrow(/^We do not know yet whether your card was charged/)
  network.up = true
  await payByCard(
    stripeThat(() => {}),
    elements,
    purchase,
  )
  await counter.work()
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await paidOrders(user.id)).toHaveLength(1)
})

test('another cart is not charged while the outcome is unknown and Stripe does not respond to the shop', async () => {
  const { user } = await browser()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  const stripe = stripeThat(async () => {
    await counter.switches({ stripe: { api: 'error' } })
    lost()
  })
  await expect(payByCard(stripe, elements, await newPurchase(user))).rejects.toThrow(NotKnown)
  const other = await newPurchase(user)
  await expect(payByCard(stripe, elements, other)).rejects.toThrow(NotKnown)
  await counter.switches({ stripe: { api: 'ok' } })
  await payByCard(stripe, elements, other)
  expect(await paidOrders(user.id)).toHaveLength(1)
})

test('checking again finds a payment whose response was lost, and the next purchase is separate', async () => {
  const { user, network } = await browser()
  const stripe = stripeThat(() => {
    network.up = false
    lost()
  })
  await expect(payByCard(stripe, elements, await newPurchase(user))).rejects.toThrow(NotKnown)
  network.up = true
  expect(await lookAgain()).toMatch(/^cs_test_/)
  expect(await lookAgain()).toBeNull()
  const next = stripeThat(() => {})
  await payByCard(next, elements, await newPurchase(user))
  expect(await paidOrders(user.id)).toHaveLength(2)
})

test('an order paid in another tab is not charged again, unless the customer confirms it', async () => {
  const { user, cookie } = await browser()
  const purchase = await newPurchase(user)
  const other = await counter.buyByCard(cookie, purchase.items)
  await counter.session(other.body.session_id, 'confirm')
  const stripe = stripeThat(() => {})
  const stale = await payByCard(stripe, elements, purchase).catch((error) => error)
  expect(stale).toBeInstanceOf(JustPaid)
  expect(stale.session).toBe(other.body.session_id)
  expect(await paidOrders(user.id)).toHaveLength(1)
  await payByCard(stripe, elements, { ...purchase, again: true })
  expect(await paidOrders(user.id)).toHaveLength(2)
})

test('a total that differs from the page in amount or currency is not charged', async () => {
  const { user } = await browser()
  const purchase = await newPurchase(user)
  const pay = (total: Parameters<typeof stripeThat>[1]) =>
    payByCard(
      stripeThat(() => {}, total),
      elements,
      purchase,
    )
  await expect(pay({ totalCents: 2099 })).rejects.toThrow(/^The price has changed to \$20\.99/)
  await expect(pay({ currency: 'eur' })).rejects.toThrow(/^The currency of this shop has changed\./)
  expect(await paidOrders(user.id)).toEqual([])
})

test('an order is not charged if its renewal price differs from the page', async () => {
  const { user, cookie } = await browser()
  const id = await counter.addProduct()
  await counter.addCode(id, 'THREE', { renewals: 3 })
  const items = [{ id, term_length: 1 as const, discount: 'THREE', renew: true }]
  const read = () => counter.call(payments.quote, { body: { items } }, { cookie })
  const stripe = stripeThat(() => {}, { totalCents: 1799 })
  const press = (renewals: ReturnType<typeof shownRenewals>) =>
    payByCard(stripe, elements, {
      ...{ items, total: 17.99, renewals },
      email: user.email,
      card: { id: 'pm_1' } as never,
    })
  const shown = shownRenewals((await read()).body)
  expect(shown).toMatchObject([{ price: 19.99, discount: { price: 17.99, charges: 3 } }])
  // Staff remove the renewals from the code: today's total stays the same.
  await counter.db
    .updateTable('discounts')
    .set({ renewals: 0 })
    .where('code', '=', 'THREE')
    .execute()
  await expect(press(shown)).rejects.toThrow(RenewalChanged)
  expect(await paidOrders(user.id)).toEqual([])
  await press(shownRenewals((await read()).body))
  expect(await paidOrders(user.id)).toHaveLength(1)
})

test('a click does not turn a renewal back on that was stopped while the page showed it as active', async () => {
  const { user, cookie } = await browser()
  const id = await counter.addProduct()
  const items = [{ id, term_length: 1 as const, renew: true }]
  const read = async () =>
    shownRenewals((await counter.call(payments.quote, { body: { items } }, { cookie })).body)
  const press = (renewals: ReturnType<typeof shownRenewals>) =>
    payByCard(
      stripeThat(() => {}),
      elements,
      {
        ...{ items, total: 19.99, renewals, again: true },
        email: user.email,
        card: { id: 'pm_1' } as never,
      },
    )
  const renewal = () =>
    counter.db
      .selectFrom('renewals')
      .select(['id', 'state'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
  await press(await read())
  await paidOrders(user.id)
  const shown = await read()
  expect(shown).toMatchObject([{ goes_on: true, price: 19.99 }])
  await stopRenewal(counter.db, user.id, (await renewal()).id)
  await expect(press(shown)).rejects.toThrow(RenewalChanged)
  expect(await paidOrders(user.id)).toHaveLength(1)
  expect((await renewal()).state).toBe('stopping')
  // The page now shows that the renewal is off, and the customer chooses it again: it is turned
  // back on.
  await press(await read())
  expect(await paidOrders(user.id)).toHaveLength(2)
  expect((await renewal()).state).toBe('on')
})
