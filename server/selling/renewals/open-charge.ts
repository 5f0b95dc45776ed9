import { sql } from 'kysely'
import { labelOf } from '#contract/wire/terms.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import type { LockedRenewal } from './read.ts'

export type Charge = {
  id: number
  renewalId: number
  orderId: string
  number: number
  cardId: string
  customerId: string
  amountCents: number
  description: string
  /** The PaymentIntent that an earlier charge of the order created. */
  paymentIntentId: string | null
  status: 'asked' | 'processing'
  /** Its process did not finish, and the provider may have forgotten the idempotency key. */
  old: boolean
}

/** After this time, the process of a charge has ended, and another one takes over. */
export const lease = sql<Date>`now() + interval '5 minutes'`

/** Records a charge before it is sent to the card provider. */
export async function openCharge(tx: Tx, renewal: LockedRenewal, orderId: string): Promise<Charge> {
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

/** A period costs what its order says, even if the price of the renewal has changed since. */
const aboutOf = ({ id, product, plan }: LockedRenewal, amountCents: number) => ({
  renewalId: id,
  amountCents,
  description: `${product}, ${labelOf(plan).toLowerCase()}`,
})

/** The charge without an outcome: its process never reported, or the bank has not decided. */
export async function findOpenCharge(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
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
  if (!charge) return undefined
  const { intent: paymentIntentId, cents, ...known } = charge
  return { ...known, ...aboutOf(renewal, cents), orderId, paymentIntentId }
}
