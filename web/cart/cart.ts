import { useSyncExternalStore } from 'react'
import { isolated } from '#contract/wire/isolate.ts'
import { isPlan, mostItems, type Plan } from '#contract/wire/terms.ts'
import { onPageRestored } from '../page-cache.ts'
import { local } from '../storage.ts'

/**
 * A product in the cart. An order contains a product at most once, so the quantity is never above
 * one.
 */
export type CartItem = {
  /** The id of the product. */
  id: number
  title: string
  /** The price for the term when the product was added. The quote has today's price. */
  price: number
  /** The URL of the cover. */
  image: string | null
  plan: Plan
  /** The discount code, as typed. */
  discount?: string
  /** Whether a card payment renews the item, once the customer has chosen. */
  renew?: boolean
  /** The item replaces the existing renewal. */
  replacesRenewal?: boolean
}

const key = 'cart'
const empty: readonly CartItem[] = []
let items: readonly CartItem[] | undefined
/** Whether the browser stored the last change. */
let kept = true
const listeners = new Set<() => void>()

/** Returns the current items. Browser only. */
export function readCart(): readonly CartItem[] {
  items ??= readStored()
  return items
}

/**
 * Every change starts from the stored items, because another document may have changed them without
 * an event here.
 */
function readStored(): readonly CartItem[] {
  return parse(local.get(key))
}

/** Why a product was not added. The cart is then unchanged. */
export type NotAdded = 'held' | 'full'

/** Returns undefined if the product was added. */
export function addToCart(item: CartItem): NotAdded | undefined {
  const stored = readStored()
  if (stored.some((held) => held.id === item.id)) return 'held'
  if (stored.length >= mostItems) return 'full'
  write([...stored, item])
}

/**
 * Puts the items of an earlier order into the cart. Other items stay, and so do the choices already
 * made for the same items.
 */
export function restoreToCart(ordered: readonly CartItem[]) {
  const held = readStored()
  const others = held.filter(({ id }) => !ordered.some((item) => item.id === id))
  const restored = ordered.map((item) => ({
    ...item,
    ...held.find(({ id, plan }) => id === item.id && plan === item.plan),
  }))
  write([...others, ...restored])
}

/** The message for a cart with more products than an order allows. */
export const tooManyItems = `You can buy at most ${mostItems} products at once. Remove some to continue.`

/** The message that says why a product was not added. */
export function notAdded(reason: NotAdded, title: string): string {
  return reason === 'held' ? isolated`${title} is already in your cart` : tooManyItems
}

/** 0 removes the item. A product cannot be bought more than once per order. */
export function setQuantity(id: number, quantity: 0 | 1) {
  if (quantity === 0) write(readStored().filter((item) => item.id !== id))
}

/**
 * Puts a removed item back at its position, with its plan, code and renewal choice. Returns the
 * reason if this is not possible.
 */
export function undoRemoval(item: CartItem, position: number): NotAdded | undefined {
  const stored = readStored()
  if (stored.some((held) => held.id === item.id)) return 'held'
  if (stored.length >= mostItems) return 'full'
  write(stored.toSpliced(position, 0, item))
}

/**
 * Changes the plan of an item, at the plan's price. The renewal choice is reset, because it was
 * made for the other plan.
 */
export function setPlan(id: number, plan: Plan, price: number) {
  change(id, ({ renew: _, replacesRenewal: __, ...item }) => ({ ...item, plan, price }))
}

/** Sets whether a card payment renews an item. `replaces` the existing renewal. */
export function setRenewal(id: number, renew: boolean, replacesRenewal = false) {
  change(id, (item) => ({ ...item, renew, replacesRenewal }))
}

/** Stores an item's code for the checkout, in upper case. An empty code removes it. */
export function setDiscount(id: number, code: string) {
  const discount = code.trim().toUpperCase()
  change(id, (item) => ({ ...item, discount }))
}

export function clearCart() {
  write(empty)
}

/** The items, or null on the server and before the browser has read its storage. */
export function useCart(): readonly CartItem[] | null {
  return useSyncExternalStore(subscribe, readCart, () => null)
}

/** Whether the last change was stored, so that the items survive a reload. */
export function useCartIsKept(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => kept,
    () => true,
  )
}

function change(id: number, change: (item: CartItem) => CartItem) {
  write(readStored().map((item) => (item.id === id ? change(item) : item)))
}

function write(next: readonly CartItem[]) {
  items = next
  kept = local.set(key, JSON.stringify(next))
  notify()
}

function notify() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function reload() {
  items = undefined
  notify()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    // When the whole storage is cleared, the event has no key.
    if (event.key === null || event.key === key) reload()
  })
  onPageRestored(reload)
}

/** Removes invalid items, for example ones entered by hand. */
function parse(stored: string | null): readonly CartItem[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isItem) : empty
  } catch {
    return empty
  }
}

function isItem(value: unknown): value is CartItem {
  const item = value as CartItem | null
  return (
    Number.isSafeInteger(item?.id) &&
    typeof item?.title === 'string' &&
    typeof item.price === 'number' &&
    typeof item.plan === 'string' &&
    isPlan(item.plan) &&
    [item.renew, item.replacesRenewal].every((said) =>
      ['undefined', 'boolean'].includes(typeof said),
    )
  )
}
