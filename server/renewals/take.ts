import { type RawBuilder, sql } from 'kysely'
import { labelOf } from '#contract/terms.ts'
import { record } from '#server/events/record.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { nextCharge } from '#server/subscriptions/renewal-states.ts'
import { rests } from '#server/subscriptions/still.ts'
import { findBuyerAgain } from '#server/taxes/buyer.ts'
import { applyPrice } from './apply-price.ts'
import { type LockedRenewal, lockRenewal } from './read.ts'
import { givesUpAt } from './schedule.ts'
import { closed, end, endUnpaid, set } from './settle.ts'
import { withdrawLater } from './withdraw.ts'

/** What a card is to be asked for. */
export type Charge = {
  id: number
  renewalId: number
  orderId: string
  number: number
  cardId: string
  customerId: string
  amountCents: number
  description: string
  /** The intent that an earlier charge of the order has left. */
  paymentIntentId: string | null
  status: 'asked' | 'processing'
  /** Asked for by a process that did not finish, so long ago that the provider may not know its key. */
  old: boolean
}

/** After this time a process that began a charge has finished or was killed, and another takes over. */
const lease = sql<Date>`now() + interval '5 minutes'`

/**
 * What is asked of a card already is followed to its end; nothing else happens while time rests.
 * Turned on again while what it had asked for is being withdrawn, it waits for that: the money may
 * have come.
 */
const isDue = sql`(state <> 'ended' and due_at <= now()
  and (state = 'charging' or not ${rests('renewals')}) and not (state = 'on' and exists (
  select from renewal_charges join orders on orders.id = renewal_charges.order_id
   where renewal_id = renewals.id and payment_status = 'waiting'
     and status in ('asked', 'processing', 'needs_action'))))`

/**
 * Takes the next renewal that is due, or the one with this id, and writes the decision. Answers the
 * charge to ask of the provider after the commit, null when there is none to ask, and undefined when no
 * renewal is due.
 */
export async function takeDue(
  db: Database,
  id?: number,
): Promise<{ charge: Charge | null } | undefined> {
  const which: RawBuilder<unknown> = id === undefined ? sql`true` : sql`renewals.id = ${id}`
  let taken: LockedRenewal | undefined
  try {
    return await transaction(db, async (tx) => {
      taken = await lockRenewal(tx, sql`${isDue} and ${which}`, { wait: false })
      return taken && { charge: (await step(tx, taken)) ?? null }
    })
  } catch (error) {
    // One that cannot be worked keeps the others waiting no longer than this.
    if (taken) await set(db, taken.id, { due_at: sql<Date>`now() + interval '15 minutes'` })
    throw error
  }
}

function step(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  // A ban and a deletion end what runs; nothing that has come by them is ever charged.
  if (renewal.gone && renewal.state !== 'charging') return leave(tx, renewal, renewal.gone)
  switch (renewal.state) {
    case 'on':
      return beginPeriod(tx, renewal)
    case 'charging':
      return goOn(tx, renewal)
    case 'retrying':
    case 'needs_action':
      return tryAgain(tx, renewal)
    case 'held':
      return lookAtHeld(tx, renewal)
    default:
      return stopAtEnd(tx, renewal)
  }
}

async function beginPeriod(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const { id, now, ends_at } = renewal
  if (renewal.disabled) {
    await set(tx, id, { state: 'held', held_for: 'product', due_at: tomorrow })
    return
  }
  if (givesUpAt(ends_at, renewal) < now) return endUnpaid(tx, renewal, renewal.order_id).then(none)
  const orderId = await placeOrder(tx, renewal)
  if (renewal.card_id && renewal.customer_id) {
    return ask(tx, renewal, orderId)
  }
  const givesUp = givesUpAt(now, renewal)
  await set(tx, id, {
    state: 'retrying',
    open_order_id: orderId,
    failed_at: now,
    gives_up_at: givesUp,
    due_at: givesUp,
  })
  await record(tx, 'renewal.failed', {
    userId: renewal.user_id,
    data: { renewal: id, order: orderId, product: renewal.product, first: true, code: 'no_card' },
  })
}

async function leave(tx: Tx, renewal: LockedRenewal, why: 'deleted' | 'banned') {
  await end(tx, renewal, why)
  if (renewal.open_order_id) await withdrawLater(tx, renewal.open_order_id)
  return undefined
}

const none = () => undefined
const tomorrow = sql<Date>`now() + interval '1 day'`

/** The order of a period: what the first one bought, at the price that was agreed or announced, less its code. */
async function placeOrder(tx: Tx, renewal: LockedRenewal): Promise<string> {
  const { user_id, order_id, product_id, product, plan } = renewal
  await applyPrice(tx, renewal.id)
  const buyer = await findBuyerAgain(tx, order_id)
  const { rows } = await sql<{ id: string }>`
    with placed as (
      insert into orders (user_id, type, total_cents, renews_order_id, tax_country, company_name,
        company_address, vat_id, vat_check_id)
      select ${user_id}, 'card', renewal_price(${renewal.id}), ${order_id}, ${buyer?.tax_country ?? null},
             ${buyer?.company_name ?? null}, ${buyer?.company_address ?? null},
             ${buyer?.vat_id ?? null}, ${buyer?.vat_check_id ?? null}
      returning id, total_cents
    ), bought as (
      insert into order_items (order_id, product_id, product_name, months, plan, list_cents,
        discount_cents, discount_code)
      select id, ${product_id}, ${product},
             case when ${plan} in ('1m', '3m', '6m', '12m') then rtrim(${plan}, 'm')::smallint end,
             case when ${plan} not in ('1m', '3m', '6m', '12m') then ${plan} end,
             list_cents, list_cents - total_cents,
             case when total_cents < list_cents then code end
        from placed, (select renewal_list_price(id) as list_cents, code
                        from renewals where id = ${renewal.id}) as renewed
    )
    select id from placed`.execute(tx)
  return rows[0]!.id
}

/** Writes down that the card is asked, before it is. */
async function ask(tx: Tx, renewal: LockedRenewal, orderId: string): Promise<Charge> {
  const cardId = renewal.card_id!
  const customerId = renewal.customer_id!
  const { rows } = await sql<{
    id: number
    number: number
    intent: string | null
    cents: number
  }>`
    with charging as (
      update renewals set state = 'charging', open_order_id = ${orderId}, due_at = ${lease}
       where id = ${renewal.id}
    )
    insert into renewal_charges
      (renewal_id, order_id, number, card_id, customer_id, card_brand, card_last4)
    select ${renewal.id}, ${orderId}, coalesce(max(number), 0) + 1, ${cardId}, ${customerId},
           ${renewal.card_brand}, ${renewal.card_last4}
      from renewal_charges where order_id = ${orderId}
    returning id, number, (select total_cents from orders where orders.id = ${orderId}) as cents,
      (select payment_intent_id from renewal_charges
      where order_id = ${orderId} and payment_intent_id is not null
      order by number desc limit 1) as intent`.execute(tx)
  const { id, number, intent, cents } = rows[0]!
  return {
    ...{ id, number, cardId, customerId, orderId },
    ...aboutOf(renewal, cents),
    paymentIntentId: intent,
    status: 'asked',
    old: false,
  }
}

/** A period costs what its order says, whatever the renewal costs by now. */
const aboutOf = ({ id, product, plan }: LockedRenewal, amountCents: number) => ({
  renewalId: id,
  amountCents,
  description: `${product}, ${labelOf(plan).toLowerCase()}`,
})

/** Continues a charge whose process never reported, or whose bank had yet to decide. */
async function goOn(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const orderId = renewal.open_order_id!
  const { rows } = await sql<
    Pick<Charge, 'id' | 'number' | 'cardId' | 'customerId' | 'status' | 'old'> & {
      intent: string | null
      cents: number
    }
  >`
    select id, number, card_id as "cardId", customer_id as "customerId", status,
           created_at < now() - interval '20 hours' as old,
           (select total_cents from orders where orders.id = ${orderId}) as cents,
           coalesce(payment_intent_id, (select payment_intent_id from renewal_charges earlier
             where earlier.order_id = ${orderId} and earlier.number < charge.number
               and payment_intent_id is not null order by number desc limit 1)) as intent
      from renewal_charges charge
     where order_id = ${orderId} and status in ('asked', 'processing')`.execute(tx)
  const [charge] = rows
  if (!charge) {
    await set(tx, renewal.id, { state: 'retrying', due_at: renewal.now })
    return
  }
  await set(tx, renewal.id, { due_at: lease })
  const { intent: paymentIntentId, cents, ...known } = charge
  return { ...known, ...aboutOf(renewal, cents), orderId, paymentIntentId }
}

async function tryAgain(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const { id, now, gives_up_at: givesUp, charge_at } = renewal
  const orderId = renewal.open_order_id!
  // Time came in another way: nothing is to be paid before that is used.
  if (charge_at > now) {
    await set(tx, id, { ...closed, state: 'on', due_at: nextCharge, grace_seconds: 0 })
    await withdrawLater(tx, orderId)
    return
  }
  if (givesUp && givesUp <= now) {
    await endUnpaid(tx, renewal, orderId)
    await withdrawLater(tx, orderId)
    return
  }
  if (renewal.disabled) {
    await set(tx, id, { ...closed, state: 'held', held_for: 'product', due_at: tomorrow })
    await withdrawLater(tx, orderId)
    return
  }
  if (!renewal.card_id || !renewal.customer_id) {
    await set(tx, id, { due_at: givesUp })
    return
  }
  return ask(tx, renewal, orderId)
}

/** Sold again it goes on; what was not for long ends. */
async function lookAtHeld(tx: Tx, renewal: LockedRenewal): Promise<undefined> {
  const { id, now, ends_at } = renewal
  if (!renewal.disabled) {
    await set(tx, id, { state: 'on', held_for: null, due_at: nextCharge })
    return
  }
  if (givesUpAt(ends_at, renewal) > now) {
    await set(tx, id, { due_at: tomorrow })
    return
  }
  await end(tx, renewal, 'unsold')
  await tell(tx, renewal, 'unsold')
}

async function stopAtEnd(tx: Tx, renewal: LockedRenewal): Promise<undefined> {
  if (renewal.ends_at > renewal.now) {
    await set(tx, renewal.id, { due_at: renewal.ends_at })
    return
  }
  await end(tx, renewal, 'stopped')
  await tell(tx, renewal, 'stopped')
}

function tell(
  tx: Tx,
  { id, user_id, order_id, product }: LockedRenewal,
  why: 'unsold' | 'stopped',
) {
  return record(tx, 'renewal.ended', {
    userId: user_id,
    data: { renewal: id, order: order_id, product, why },
  })
}
