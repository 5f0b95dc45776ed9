import { useSyncExternalStore } from 'react'
import { isPlan, mostItems, type Plan, planOf } from '#contract/terms.ts'
import type { Months } from '#contract/wire.ts'
import { onPageRestored } from '../page-cache.ts'
import { local } from '../storage.ts'

/** One product in the cart. A product is in an order once, so there is no quantity above one. */
export type CartItem = {
  /** Id of the product. */
  id: number
  title: string
  /** For the term, as shown when it was added; the quote tells today's. */
  price: number
  /** Address of the cover. */
  image: string | null
  plan: Plan
  /** Discount code, as typed. */
  discount?: string
  /** Whether a card payment renews it, once somebody has chosen. */
  renew?: boolean
  /** It replaces the renewal that runs already. */
  replacesRenewal?: boolean
}

const key = 'cart'
const empty: readonly CartItem[] = []
let items: readonly CartItem[] | undefined
/** The browser stored the last change. */
let kept = true
const listeners = new Set<() => void>()

/** What the cart holds now. Browser only. */
export function readCart(): readonly CartItem[] {
  items ??= readStored()
  return items
}

/** Every change starts from this: another document of the browser may have changed the cart unnoticed. */
function readStored(): readonly CartItem[] {
  return parse(local.get(key))
}

/** Why a product was not put into the cart; then nothing has changed. */
export type NotAdded = 'held' | 'full'

/** Answers nothing when the product is in the cart now. */
export function addToCart(item: CartItem): NotAdded | undefined {
  const stored = readStored()
  if (stored.some((held) => held.id === item.id)) return 'held'
  if (stored.length >= mostItems) return 'full'
  write([...stored, item])
}

/** Has the cart hold what was ordered before. What else is in it stays, and so does what was said of the same. */
export function restoreToCart(ordered: readonly CartItem[]) {
  const held = readStored()
  const others = held.filter(({ id }) => !ordered.some((item) => item.id === id))
  const restored = ordered.map((item) => ({
    ...item,
    ...held.find(({ id, plan }) => id === item.id && plan === item.plan),
  }))
  write([...others, ...restored])
}

/** Says why a product was not put into the cart. */
export function notAdded(reason: NotAdded, title: string): string {
  return reason === 'held'
    ? `${title} is already in your cart`
    : `Your cart is full: at most ${mostItems} games can be bought at once`
}

/** 0 removes the line; more than one of a product cannot be bought. */
export function setQuantity(id: number, quantity: 0 | 1) {
  if (quantity === 0) write(readStored().filter((item) => item.id !== id))
}

/** Buys an item for another length, at its price. What was said of its renewal was said of the other. */
export function setPlan(id: number, plan: Plan, price: number) {
  change(id, ({ renew: _, replacesRenewal: __, ...item }) => ({ ...item, plan, price }))
}

/** Has a card payment renew an item, or not; `replaces` what runs already. */
export function setRenewal(id: number, renew: boolean, replacesRenewal = false) {
  change(id, (item) => ({ ...item, renew, replacesRenewal }))
}

/** Remembers an item's code for the checkout, upper-cased; an empty one forgets it. */
export function setDiscount(id: number, code: string) {
  const discount = code.trim().toUpperCase()
  change(id, (item) => ({ ...item, discount }))
}

export function clearCart() {
  write(empty)
}

/** The items, or null while the server renders and the browser has not looked yet. */
export function useCart(): readonly CartItem[] | null {
  return useSyncExternalStore(subscribe, readCart, () => null)
}

/** Whether the items outlast the page, as far as was tried. */
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
    // A storage that is cleared as a whole names no key.
    if (event.key === null || event.key === key) reload()
  })
  onPageRestored(reload)
}

/** Drops what an older version or a curious visitor has left there. */
function parse(stored: string | null): readonly CartItem[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.map(withPlan).filter(isItem) : empty
  } catch {
    return empty
  }
}

/** An older version kept months. */
function withPlan(value: unknown): unknown {
  const item = value as { plan?: Plan; term_length?: Months } | null
  return item?.term_length && !item.plan ? { ...item, plan: planOf(item.term_length) } : value
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
