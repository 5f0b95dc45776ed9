import type { Turn } from './action.ts'
import { type Account, type Group, type Item, keyOf, type Order } from './group.ts'
import type { Code } from './offer.ts'
import type { World } from './world.ts'

/** The most grace that a customer may owe for a product, and the hold of a friend's order, in days. */
const graceDays = 3
const holdDays = 14
const friendsPerReward = 3

const hourMs = 3_600_000
const daySeconds = 86_400
export const monthSeconds = 30 * daySeconds

/** How long an order by crypto keeps its price without a payment. */
const windowMs = hourMs

/** The shortfall that the shop accepts for a crypto order, in cents. */
const acceptedShortfall = (cents: number) => Math.min(0.01 * cents, 100)

/** For rounding and the seconds that a round takes. */
const toleranceCents = 50

type Books = Awaited<ReturnType<World['readBooks']>>

/** How many cents more a group received than it paid and was granted; 0 within the tolerance. */
export function gainOf(group: Group, books: Books): number {
  const received = receivedCents(group)
  const allowed =
    paidCents(group, books) +
    group.grantedCents +
    discountCents(group, books) +
    rewardCents(group) +
    graceCents(group, books)
  return Math.max(0, Math.round(received - allowed - toleranceCents))
}

export function dayCentsOf({ offer }: Group, product: number): number {
  return offer.products.find(({ id }) => id === product)!.dayCents
}

export function receivedOf(group: Group, { id }: Account, product: number): number {
  const seconds = group.received.get(keyOf(id, product)) ?? 0
  return (seconds / daySeconds) * dayCentsOf(group, product)
}

function receivedCents(group: Group): number {
  return sum(
    group.accounts.flatMap((account) =>
      group.offer.products.map(({ id }) => receivedOf(group, account, id)),
    ),
  )
}

/**
 * The money that the shop holds, plus the value that was used before money was returned. That is limited
 * by what was returned of each order, and by what the account had used in all.
 */
function paidCents({ accounts, usedCents }: Group, books: Books): number {
  return sum(
    accounts.map(({ id }) => {
      const own = books.filter(({ user }) => user === id)
      const used = own.map(({ order, received, held }) =>
        Math.min(usedCents.get(order) ?? 0, received - held),
      )
      const most = Math.max(0, ...own.map(({ order }) => usedCents.get(order) ?? 0))
      return sum(own.map(({ held }) => held)) + Math.min(sum(used), most)
    }),
  )
}

/** Notes that an order is about to be refunded or disputed: the shop may lose what its account has used. */
export function noteReversal({ world, group, account }: Turn, order: string) {
  const used = sum(group.offer.products.map(({ id }) => receivedOf(group, account, id)))
  group.usedCents.set(order, Math.max(group.usedCents.get(order) ?? 0, used))
  for (const placed of account.orders)
    if (placed.id === order && placed.reversedAt === null) placed.reversedAt = world.now()
  endRewards(group, world.now())
}

/** Counts only the used time of rewards that too few friends still earn. */
function endRewards(group: Group, now: number) {
  const friends = countedAt(group, now).length
  for (const [place, reward] of group.rewards.entries()) {
    if (friends >= (place + 1) * friendsPerReward) continue
    const key = keyOf(group.accounts[0]!.id, reward.product)
    const used = (group.received.get(key) ?? 0) - reward.before
    reward.seconds = Math.min(reward.seconds, used)
  }
}

/** Notes that the shop won a dispute: the friend may count again, and so may the reward. */
export function noteWonDispute({ group }: Turn) {
  for (const reward of group.rewards) reward.seconds = monthSeconds
}

/** The discounts by codes and sales, within the limits of each code. */
function discountCents(group: Group, books: Books): number {
  const paid = new Set(books.flatMap(({ order, received }) => (received > 0 ? [order] : [])))
  const bought = group.accounts.flatMap((account) =>
    account.orders.filter(({ id }) => paid.has(id)).map((order) => ({ account, order })),
  )
  const items = bought.flatMap(({ account, order }) =>
    order.items.map((item) => ({ account, item, ...discountsOf(group, order, item) })),
  )
  const bySale = sum(items.map(({ saleCents }) => saleCents))
  const byCode = (centsOf: (item: (typeof items)[number]) => number) =>
    sum(
      group.codes.map((code) => {
        const uses = items.filter(({ item }) => item.code === code)
        return codeDiscountCents(
          code,
          uses.map((use) => ({ account: use.account, cents: centsOf(use) })),
        )
      }),
    )
  const missing = bought.map(({ order }) =>
    order.kind === 'crypto'
      ? acceptedShortfall(sum(order.items.map(({ listCents }) => listCents)))
      : 0,
  )
  // The discounts of renewals have two bounds: the renewals that a code allows, and the paid ones.
  const withRenewals = Math.min(
    byCode(({ codeCents, renewedCents }) => codeCents + renewedCents),
    byCode(({ codeCents }) => codeCents) + paidRenewalCents(group, books),
  )
  return bySale + withRenewals + sum(missing)
}

/** The most that codes can have discounted paid renewals, in cents. */
function paidRenewalCents({ codes }: Group, books: Books): number {
  const percent = Math.max(0, ...codes.filter((code) => code.renewals > 0).map((c) => c.percent))
  const paid = sum(books.filter(({ renewed }) => renewed).map(({ received }) => received))
  return (paid * percent) / (100 - percent)
}

/** A canceled or expired order gets the sale of the moment at which it is paid. */
function discountsOf({ offer }: Group, order: Order, { product, listCents, code }: Item) {
  const { sale } = offer.products.find(({ id }) => id === product)!
  const { placedAt, canceledAt, paidAt } = order
  const isReleased =
    paidAt !== null &&
    order.kind === 'crypto' &&
    ((canceledAt !== null && canceledAt <= paidAt) || paidAt >= placedAt + windowMs)
  const at = isReleased ? paidAt : placedAt
  const isOnSale = sale !== null && sale.from <= at && at < sale.to
  const saleCents = isOnSale ? (listCents * sale.percent) / 100 : 0
  const left = listCents - saleCents
  const codeCents = code ? (left * code.percent) / 100 : 0
  // Renewals cost the list price less the discount of the code.
  const renewedCents = code ? (code.renewals * listCents * code.percent) / 100 : 0
  return { saleCents, codeCents, renewedCents }
}

type Use = { account: Account; cents: number }

/** The discounts of the most valuable uses of a code that its limits allow, in cents. */
function codeDiscountCents({ maxUses, maxPerCustomer }: Code, uses: readonly Use[]): number {
  const byAccount = Map.groupBy(uses, ({ account }) => account)
  const within = [...byAccount.values()].flatMap((own) => largest(own, maxPerCustomer))
  return sum(largest(within, maxUses).map(({ cents }) => cents))
}

function largest(uses: readonly Use[], count: number): Use[] {
  return uses.toSorted((a, b) => b.cents - a.cents).slice(0, count)
}

/** The value of rewards that were redeemed when enough friends counted, in cents. */
function rewardCents(group: Group): number {
  return sum(
    group.rewards.map(({ at, product, seconds }, place) => {
      const isEarned = countedAt(group, at).length >= (place + 1) * friendsPerReward
      return isEarned ? (seconds / daySeconds) * dayCentsOf(group, product) : 0
    }),
  )
}

/** The friends who count at a moment: they paid for at least a month, and the hold is over. */
function countedAt({ accounts }: Group, at: number): Account[] {
  return accounts
    .slice(1)
    .filter(({ orders }) =>
      orders.some(
        ({ items, paidAt, reversedAt }) =>
          paidAt !== null &&
          items.some(({ days }) => days >= 30) &&
          paidAt + holdDays * daySeconds * 1000 <= at &&
          (reversedAt === null || reversedAt > at),
      ),
    )
}

/** Only customers with a paid renewal get grace days. */
function graceCents(group: Group, books: Books): number {
  const renewed = new Set(
    books.filter((order) => order.renewed && order.received > 0).map((order) => order.user),
  )
  return sum(
    group.accounts
      .filter(({ id }) => renewed.has(id))
      .flatMap((account) =>
        group.offer.products.map(({ id, dayCents }) =>
          receivedOf(group, account, id) > 0 ? graceDays * dayCents : 0,
        ),
      ),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
