import type { Turn } from './action.ts'
import { type Account, allAccounts, type Group, keyOf, type Order } from './group.ts'
import { type Code, factorAt, type Offer, planDays } from './offer.ts'
import type { World } from './world.ts'

/** The most grace that a customer may owe for a product, and the hold of a friend's order, in days. */
const graceDays = 3
const holdDays = 14
const friendsPerReward = 3

/** No customer buys so many days otherwise. */
const lifetimeFrom = 100_000

const minuteMs = 60_000
const hourMs = 3_600_000
const daySeconds = 86_400
export const monthSeconds = 30 * daySeconds

/** How long an order by crypto keeps its price without a payment. */
const windowMs = hourMs

/** How long after that coins count at the exchange rate of the order. */
const rateMs = 24 * hourMs

/** The part of its total with which an order keeps its price for longer. */
const leastToKeep = 0.1

/** The shortfall that the shop accepts for a crypto order, in cents. */
const acceptedShortfall = (cents: number) => Math.min(0.01 * cents, 100)

/** For rounding and the seconds that a round takes. */
const toleranceCents = 50

type Books = Awaited<ReturnType<World['readBooks']>>
type Grace = Awaited<ReturnType<World['readGrace']>>

/**
 * How many cents more a group received than it paid and was granted; 0 within the tolerance. Time and
 * money count at the first prices of the shop, also when staff changed them.
 */
export function gainOf(group: Group, books: Books, grace: Grace): number {
  const received = receivedCents(group)
  const allowed =
    paidCents(group, books) +
    group.grantedCents +
    discountCents(group, books) +
    rewardCents(group) +
    graceCents(group, books, grace)
  return Math.max(0, Math.round(received - allowed - toleranceCents))
}

export function dayCentsOf({ offer }: Group, product: number): number {
  return offer.products.find(({ id }) => id === product)!.dayCents
}

const keepsLifetime = ({ items, lifetimeTaken }: Order, product?: number) =>
  !lifetimeTaken &&
  items.some((item) => item.plan === 'lifetime' && item.product === (product ?? item.product))

/** The value of the time of a product that an account could use so far. */
export function receivedOf(group: Group, account: Account, product: number): number {
  const seconds = group.received.get(keyOf(account.id, product)) ?? 0
  const isLifetime = account.orders.some((order) => keepsLifetime(order, product))
  const days = seconds / daySeconds
  // The price of a lifetime covers all of its time.
  const counted = isLifetime && days > lifetimeFrom ? planDays.lifetime : days
  return counted * dayCentsOf(group, product)
}

const receivedByAccount = (group: Group, account: Account) =>
  sum(group.offer.products.map(({ id }) => receivedOf(group, account, id)))

const receivedCents = (group: Group) =>
  sum(allAccounts(group).map((account) => receivedByAccount(group, account)))

/**
 * The money that the shop holds, plus the value that was used before money was returned. That is limited
 * by what was returned of each order, and by what the account had used in all. The money of a deleted
 * account pays only for what that account received.
 */
function paidCents(group: Group, books: Books): number {
  return sum(
    allAccounts(group).map((account) => {
      const own = books.filter(({ user }) => user === account.id)
      const held = own.map((entry) => heldCents(group, account, entry))
      const used = own.map(({ order }, at) =>
        Math.min(group.usedCents.get(order) ?? 0, held[at]!.received - held[at]!.held),
      )
      const received = receivedByAccount(group, account)
      const paid = sum(held.map((each) => each.held)) + Math.min(sum(used), received)
      return group.former.includes(account) ? Math.min(paid, received) : paid
    }),
  )
}

/** The money received and held for an order, at the first prices of the shop. */
function heldCents(group: Group, account: Account, entry: Books[number]) {
  const order = account.orders.find(({ id }) => id === entry.order)
  const factor = order ? factorOf(group, order) : leastFactor(group, entry.product)
  // Coins count with their value on arrival.
  const sent = sum((order?.transfers ?? []).map(({ cents }) => cents))
  const rate = order && sent > 0 ? worthOf(order) / sent : 1
  const received = (entry.received * rate) / factor
  const held = (entry.held * rate - entry.sent) / factor
  // If only a part of its price was returned, a lifetime stays unless staff ended it.
  return { received, held: held > 0 && order && keepsLifetime(order) ? received : held }
}

/**
 * The moment whose prices an order pays. An order that had released its price is paid at the prices of
 * its payment, if they are higher.
 */
function pricedAt({ offer }: Group, order: Order): number {
  const { placedAt, paidAt } = order
  if (!isReleased(order) || paidAt === null) return placedAt
  return priceAt(offer, order, paidAt) > priceAt(offer, order, placedAt) ? paidAt : placedAt
}

/** The total of an order without discounts at the prices of a moment, in cents. */
const priceAt = ({ products }: Offer, { items }: Order, at: number) =>
  sum(
    items.map(({ product, days }) => {
      const sold = products.find(({ id }) => id === product)!
      return days * sold.dayCents * factorAt(sold, at)
    }),
  )

/** The prices of an order as a factor of the first ones. */
const factorOf = (group: Group, order: Order) =>
  priceAt(group.offer, order, pricedAt(group, order)) / listCentsOf(group, order)

/** A renewal keeps the price of its purchase until the customer was notified of another. */
function leastFactor({ offer }: Group, product: number): number {
  const sold = offer.products.find(({ id }) => id === product)
  return Math.min(...(sold?.factors ?? [{ factor: 1 }]).map(({ factor }) => factor))
}

/** Notes that the customer sends coins or money, and what coins are worth by the rate that counts. */
export function notePayment({ world, group, account }: Turn, order: Order) {
  if (order.paidAt !== null) return
  order.paidAt = world.now()
  order.receivedBefore = receivedByAccount(group, account)
}

export async function noteCoins({ world }: Turn, order: Order) {
  const { transfers } = order
  const { received, market } = await world.readCoins(order.id)
  const arrived = received - sum(transfers.map(({ cents }) => cents))
  if (arrived < 0) takeBack(order, -arrived)
  if (arrived <= 0) return
  const now = world.now()
  const isOld = now >= order.placedAt + windowMs + rateMs
  const isLate = order.canceledAt !== null || isOld
  // So little money does not keep the price of an old order.
  if (isOld && worthOf(order) < leastToKeep * order.totalCents) order.paidAt = now
  const worth = (arrived * market) / received
  transfers.push({
    ...{ at: now, cents: arrived, worth: isLate ? worth : arrived },
    rise: isLate ? 0 : Math.max(0, worth - arrived),
  })
}

const worthOf = ({ transfers }: Order) => sum(transfers.map(({ worth }) => worth))

/** Removes the latest coins of an order: only unconfirmed transfers can be replaced. */
function takeBack({ transfers }: Pick<Order, 'transfers'>, cents: number) {
  const latest = transfers.pop()
  if (!latest) return
  if (latest.cents <= cents) return takeBack({ transfers }, cents - latest.cents)
  const left = (latest.cents - cents) / latest.cents
  transfers.push({
    ...{ at: latest.at, cents: latest.cents - cents },
    ...{ worth: latest.worth * left, rise: latest.rise * left },
  })
}

/** The shop may receive the coins that the customer has just sent after the cancellation. */
export function noteCancellation(now: number, order: Order) {
  order.canceledAt ??= now
  const latest = order.transfers.at(-1)
  if (latest && now - latest.at < minuteMs) latest.worth += latest.rise
}

/** Notes how much of an order was used. The shop may lose this amount to a refund or a dispute. */
export function noteUse({ group, account }: Turn, id: string) {
  const order = account.orders.find((placed) => placed.id === id)
  const received = receivedByAccount(group, account)
  const used = order
    ? Math.min(received - order.receivedBefore, listCentsOf(group, order))
    : received
  group.usedCents.set(id, Math.max(group.usedCents.get(id) ?? 0, used))
}

/** Notes that an order is being refunded or disputed, so that it no longer counts for a reward. */
export function noteReversal(turn: Turn, id: string) {
  const { world, group, account } = turn
  noteUse(turn, id)
  const order = account.orders.find((placed) => placed.id === id)
  if (order) order.reversedAt ??= world.now()
  endRewards(group, world.now())
}

const listCentsOf = (group: Group, { items }: Order) =>
  sum(items.map(({ product, days }) => days * dayCentsOf(group, product)))

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
  const bought = allAccounts(group).flatMap((account) =>
    account.orders
      .filter(({ id, providerId }) => paid.has(id) || providerId === null)
      .map((order) => ({ account, order })),
  )
  const items = bought.flatMap(({ account, order }) =>
    discountsOf(group, order).map((discounts) => ({ account, ...discounts })),
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
    order.kind === 'crypto' ? acceptedShortfall(listCentsOf(group, order)) : 0,
  )
  // The discounts of renewals have two bounds: the renewals that a code allows, and the paid ones.
  const withRenewals = Math.min(
    byCode(({ codeCents, renewedCents }) => codeCents + renewedCents),
    byCode(({ codeCents }) => codeCents) + paidRenewalCents(group, books),
  )
  return bySale + withRenewals + sum(missing)
}

/** The most that codes can have discounted paid renewals, in cents. */
function paidRenewalCents(group: Group, books: Books): number {
  const renewing = group.codes.filter(({ renewals }) => renewals > 0)
  const percent = Math.max(0, ...renewing.map((code) => code.percent))
  const cents = Math.max(0, ...renewing.map((code) => code.cents))
  const ids = new Set(allAccounts(group).map(({ id }) => id))
  const paid = books.filter(({ user, renewed }) => renewed && ids.has(user))
  return sum(
    paid.map(({ received, product }) => {
      const factor = leastFactor(group, product)
      return Math.max((received * percent) / (100 - percent), received > 0 ? cents : 0) / factor
    }),
  )
}

/** A canceled or expired order has released its price when it is paid. */
const isReleased = ({ kind, placedAt, canceledAt, paidAt }: Order) =>
  paidAt !== null &&
  kind === 'crypto' &&
  ((canceledAt !== null && canceledAt <= paidAt) || paidAt >= placedAt + windowMs)

/**
 * The discounts of each item, at the first prices of the shop. An order that has released its price gets
 * the sale of its payment.
 */
function discountsOf(group: Group, order: Order) {
  const at = isReleased(order) ? order.paidAt! : order.placedAt
  const factor = factorOf(group, order)
  const items = order.items.map((item) => {
    const product = group.offer.products.find(({ id }) => id === item.product)!
    const { dayCents, sale } = product
    const listCents = item.days * dayCents * factorAt(product, pricedAt(group, order))
    const isOnSale = sale !== null && sale.from <= at && at < sale.to
    const saleCents = isOnSale ? (listCents * sale.percent) / 100 : 0
    return { item, dayCents, saleCents, cents: listCents - saleCents }
  })
  const subtotal = sum(items.map(({ cents }) => cents))
  return items.map(({ item, dayCents, saleCents, cents }) => {
    const code = item.code && subtotal >= item.code.minCents ? item.code : null
    const codeCents = code ? offBy(code, cents) / factor : 0
    // Renewals cost the list price less the discount of the code.
    const least = leastFactor(group, item.product)
    const renewedCents = code
      ? (code.renewals * offBy(code, item.days * dayCents * least)) / least
      : 0
    return { item, saleCents: saleCents / factor, codeCents, renewedCents }
  })
}

const offBy = ({ percent, cents: fixed }: Code, cents: number) =>
  fixed > 0 ? Math.min(fixed, cents) : (cents * percent) / 100

type Use = { account: Account; cents: number }

/** The discounts of the most valuable uses of a code that its limits allow, in cents. */
function codeDiscountCents(code: Code, uses: readonly Use[]): number {
  const { maxUses, maxPerCustomer, returned } = code
  const within = [...Map.groupBy(uses, ({ account }) => account)].flatMap(([{ id }, own]) =>
    largest(own, maxPerCustomer + (returned.get(id) ?? 0)),
  )
  return sum(largest(within, maxUses + sum([...returned.values()])).map(({ cents }) => cents))
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
function countedAt({ accounts, former }: Group, at: number): string[] {
  const friends = [
    ...accounts.slice(1),
    ...former.filter(({ email }) => email !== accounts[0]!.email),
  ]
  const counted = friends.filter(({ orders }) =>
    orders.some(
      ({ items, paidAt, reversedAt, offers }) =>
        paidAt !== null &&
        items.some(({ days }) => days >= 30) &&
        paidAt + holdDays * daySeconds * 1000 <= at &&
        (reversedAt === null || reversedAt > at) &&
        !offers.some(({ from, until }) => from <= at && at < until),
    ),
  )
  // A friend with two accounts counts once.
  return [...new Set(counted.map(({ email }) => email))]
}

/** Only customers with a paid renewal get grace days, and only those that they still owe are unpaid. */
function graceCents(group: Group, books: Books, grace: Grace): number {
  const renewed = new Set(
    books.filter((order) => order.renewed && order.received > 0).map((order) => order.user),
  )
  return sum(
    allAccounts(group)
      .filter(({ id }) => renewed.has(id))
      .flatMap((account) =>
        group.offer.products.map(({ id, dayCents }) => {
          const days = (grace.get(keyOf(account.id, id)) ?? 0) / daySeconds
          return Math.min(graceDays, Math.max(0, days)) * dayCents
        }),
      ),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
