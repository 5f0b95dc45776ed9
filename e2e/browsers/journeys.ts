import { cards } from '../card.ts'
import { findProduct } from '../cart.ts'
import { expectStatus, ordersOf } from '../orders.ts'
import { payCrypto } from '../sandbox.ts'
import { newTicket } from '../tickets.ts'
import type { Page } from './page.ts'
import { expect, test } from './test.ts'

const lists = [
  'users',
  'orders',
  'products',
  'codes',
  'blogs',
  'emails',
  'mails',
  'logs',
  'status',
  'disputes',
  'loader',
].map((name) => `/admin/${name}`)

/** Adds a product to the cart on its page, and opens the checkout. */
async function checkOut(view: Page, product: { id: number; name: string }) {
  await view.open(`/product/${product.id}`)
  await view.press('Add to Cart')
  await view.see(`${product.name} added to cart`)
  await view.press('Cart, 1 item')
  await view.press('Proceed to Checkout')
  await view.expectPath('/checkout')
}

/** The form is a page of the card provider, so the test can only use its position. */
async function fillCard(view: Page) {
  await view.find('Secure payment input frame')
  const { left, top } = await view.driver.evaluate(() =>
    document
      .querySelector('iframe[title="Secure payment input frame"]')!
      .getBoundingClientRect()
      .toJSON(),
  )
  await view.driver.click(left + 60, top + 45)
  // A complete field passes the focus to the next one.
  await view.driver.type(`${cards.good}1240123`)
}

test('a visitor signs in, pays by card and downloads the loader', async ({
  view,
  shop,
  signIn,
}) => {
  const product = await findProduct(shop.db, 'cs2')
  const user = await signIn('/store')
  await checkOut(view, product)
  await fillCard(view)
  await view.press('Complete Purchase')
  await view.see('Payment Successful!')
  await expect.poll(async () => (await ordersOf(shop.db, user))[0]?.payment_status).toBe('finished')
  await view.open('/dashboard?t=loader')
  await view.press('Request Loader')
  await view.see('Your loader is ready')
  await view.press('Download')
  await view.see('Loader file downloaded')
})

test('a customer pays in crypto', async ({ view, shop, signIn }) => {
  await signIn('/store')
  await checkOut(view, await findProduct(shop.db, 'last-meridian'))
  await view.press('Cryptocurrency')
  await view.choose('Currency', 'btc')
  await view.press('Proceed to Payment')
  await view.see('Waiting for payment...')
  const order = new URLSearchParams((await view.path()).split('?')[1]).get('order')!
  await payCrypto(shop, order, 'confirm')
  await expectStatus(shop.db, order, 'finished')
  await view.see('Payment Confirmed')
})

test('a staff member answers a ticket', async ({ view, shop, signIn }) => {
  const ticket = await newTicket(shop.db)
  await signIn(`/admin/support?ticket=${ticket.id}`, { admin: true })
  await view.fill('Your reply', 'Is it plugged in?')
  await view.press('Send')
  await view.see('Message sent successfully')
})

test('a staff member edits a product', async ({ view, shop, signIn }) => {
  const { id } = await findProduct(shop.db, 'perihelion')
  await signIn(`/admin/products/${id}/plans`, { admin: true })
  await view.fill('Price', '41.50')
  await view.press('Save Changes')
  await view.see('Product updated successfully')
  await view.open(`/product/${id}`)
  await view.see('$41.50')
})

test('every control of a list can be clicked, and a row opens its own record', async ({
  view,
  signIn,
}) => {
  const { id } = await signIn('/admin/users', { admin: true })
  for (const list of lists) {
    await view.open(list)
    await view.untilDrawn()
    expect(await view.driver.evaluate(coveredControls), list).toEqual([])
  }
  await view.open('/admin/users')
  await view.untilDrawn()
  const row = await view.driver.evaluate(gapOfRow, id)
  await view.driver.click(row.x, row.y)
  await view.expectPath(`/admin/users/${id}`)
})

test('the account menu opens under its button, and signs out', async ({ view, signIn }) => {
  const { username } = await signIn('/store')
  await view.press(username)
  await view.press('Sign Out')
  await view.see('Sign Up')
})

test('a page that Back restores shows the current cart, and adds to it', async ({ view, shop }) => {
  const first = await findProduct(shop.db, 'cs2')
  const second = await findProduct(shop.db, 'perihelion')
  await view.open('/store')
  await view.driver.evaluate(noteRestoring)
  await view.open(`/product/${first.id}`)
  await view.press('Add to Cart')
  await view.see(`${first.name} added to cart`)
  await view.back()
  await view.expectPath('/store')
  await expect.poll(() => view.driver.evaluate(wasRestored)).toBe(true)
  await view.find('Cart, 1 item')
  await view.press(`View Details: ${second.name}`)
  await view.press('Add to Cart')
  await view.find('Cart, 2 items')
})

/** Finds controls of the window that another element covers. Runs in the page. */
function coveredControls() {
  const controls = document.querySelectorAll<HTMLElement>('a, button, input, select, summary')
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    // The entries of the sidebar scroll below the account menu.
    if (control.closest('nav')) control.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const free =
      !hit ||
      control.contains(hit) ||
      hit.contains(control) ||
      hit.closest('label')?.contains(control)
    return free ? [] : [`${control.outerHTML.slice(0, 80)} under ${hit.outerHTML.slice(0, 80)}`]
  })
}

/** A point in a user's row that only the row's click area covers. Runs in the page. */
function gapOfRow(id: number) {
  const row = document.querySelector(`a[href="/admin/users/${id}"]`)!.closest('tr')!
  const { right, top, height } = row.cells[row.cells.length - 2]!.getBoundingClientRect()
  return { x: right - 3, y: top + height / 2 }
}

function noteRestoring() {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) document.documentElement.dataset.restored = 'true'
  })
}

const wasRestored = () => document.documentElement.dataset.restored === 'true'
