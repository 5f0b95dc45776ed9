import { beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from './cart.ts'

const item: CartItem = { id: 1, title: 'Apex Drift', price: 9, image: null, plan: '1m' }

/** Opens a new page with the given content in the browser's storage. */
async function open(stored?: string) {
  const storage = new Map<string, string>(stored === undefined ? [] : [['cart', stored]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.resetModules()
  return {
    ...(await import('./cart.ts')),
    stored: () => JSON.parse(storage.get('cart') ?? '[]'),
    /** Stores another cart as another document would, without an event in this one. */
    replace: (items: CartItem[]) => storage.set('cart', JSON.stringify(items)),
    /** Shows the page again from the back/forward cache. */
    restorePage: () =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  }
}

beforeEach(() => vi.unstubAllGlobals())

test('a product is added once, and adding it with another term changes nothing', async () => {
  const cart = await open()
  expect(cart.addToCart(item)).toBeUndefined()
  expect(cart.addToCart({ ...item, plan: '12m', price: 75 })).toBe('held')
  expect(cart.readCart()).toEqual([item])
  expect(cart.stored()).toEqual([item])
})

test('a cart with as many products as an order allows accepts no more, and says so', async () => {
  const cart = await open(JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ ...item, id }))))
  expect(cart.addToCart({ ...item, id: 99 })).toBe('full')
  expect(cart.notAdded('full', item.title)).toBe(
    'You can buy at most 20 products at once. Remove some to continue.',
  )
  cart.setQuantity(1, 0)
  expect(cart.addToCart({ ...item, id: 99 })).toBeUndefined()
})

test('a stored cart with more products than an order allows keeps all of them', async () => {
  const many = Array.from({ length: 120 }, (_, id) => ({ ...item, id }))
  const cart = await open(JSON.stringify(many))
  expect(cart.readCart()).toHaveLength(120)
  cart.restoreToCart([{ ...item, id: 999 }])
  expect(cart.readCart()).toHaveLength(121)
})

test('restoring an order puts its products back into the cart and removes no others', async () => {
  const renewing = { ...item, renew: true }
  const cart = await open(JSON.stringify([renewing, { ...item, id: 2 }, { ...item, id: 3 }]))
  cart.restoreToCart([item, { ...item, id: 2, plan: '3m' }, { ...item, id: 4 }])
  expect(cart.readCart()).toEqual([
    { ...item, id: 3 },
    renewing,
    { ...item, id: 2, plan: '3m' },
    { ...item, id: 4 },
  ])
})

test('a restored product keeps its renewal off, unless the customer has chosen since', async () => {
  const cart = await open(JSON.stringify([item, { ...item, id: 2, renew: true }]))
  const ordered = { renew: false, replacesRenewal: false }
  cart.restoreToCart([
    { ...item, ...ordered },
    { ...item, id: 2, ...ordered },
    { ...item, id: 3, ...ordered },
  ])
  expect(cart.readCart().map(({ renew }) => renew)).toEqual([false, true, false])
})

test('quantity 0 removes only that product', async () => {
  const cart = await open(JSON.stringify([item, { ...item, id: 2 }]))
  cart.setQuantity(1, 0)
  expect(cart.readCart().map(({ id }) => id)).toEqual([2])
})

test('a discount code is stored in upper case', async () => {
  const cart = await open(JSON.stringify([item]))
  cart.setDiscount(1, ' welcome10 ')
  expect(cart.stored()[0].discount).toBe('WELCOME10')
})

test('changing the plan of a product changes its price', async () => {
  const cart = await open(JSON.stringify([item, { ...item, id: 2 }]))
  cart.setPlan(1, 'lifetime', 99)
  expect(cart.stored()).toEqual([
    { ...item, plan: 'lifetime', price: 99 },
    { ...item, id: 2 },
  ])
})

test('clearing the cart also clears its storage', async () => {
  const cart = await open(JSON.stringify([item]))
  cart.clearCart()
  expect(cart.stored()).toEqual([])
})

test.each([
  ['invalid JSON', '{oops'],
  ['no array', '{"id":1}'],
  ['invalid items', '[null, 3, {"id":"1"}, {"id":1,"title":"x","price":1,"plan":"2y"}]'],
])('a stored cart with %s is read as empty', async (_, stored) => {
  expect((await open(stored)).readCart()).toEqual([])
})

test('a change starts from the stored cart, even if this page missed a change of another page', async () => {
  const cart = await open('[]')
  expect(cart.readCart()).toEqual([])
  cart.replace([item])
  expect(cart.addToCart({ ...item, id: 2 })).toBeUndefined()
  expect(cart.stored()).toEqual([item, { ...item, id: 2 }])
  cart.replace([item, { ...item, id: 3 }])
  cart.setQuantity(1, 0)
  expect(cart.stored()).toEqual([{ ...item, id: 3 }])
})

test('a page that Back restores from the browser cache shows the stored cart', async () => {
  const cart = await open('[]')
  expect(cart.readCart()).toEqual([])
  cart.replace([item])
  cart.restorePage()
  expect(cart.readCart()).toEqual([item])
})
