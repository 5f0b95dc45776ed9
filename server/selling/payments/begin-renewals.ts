import { sql } from 'kysely'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import { nextCharge } from '#server/access/subscriptions/renewal-states.ts'
import { planToSeconds } from '#server/access/subscriptions/time.ts'
import type { SavedCard } from '#server/adapters/payments/saved-cards.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { active } from '#server/platform/users/living.ts'

type Item = {
  product_id: number
  product_name: string
  plan: string
  list_cents: number
  replace_renewal: boolean
  discount_code: string | null
  code_type: 0 | 1 | null
  code_amount: number | null
  code_renewals: number
  /** The customer's renewal of the product, unless it has ended. */
  renewal_id: number | null
}

/**
 * A product that already renews continues with the card that just paid. Banned and deleted
 * customers get no renewal. The caller has locked the order and its customer.
 */
export async function beginRenewals(
  tx: Tx,
  orderId: string,
  userId: number,
  card: Omit<SavedCard, 'isDefault'> | null,
) {
  const items: Item[] = await tx
    .selectFrom('order_items')
    .innerJoin('users', (join) => join.on('users.id', '=', userId).on(active))
    .leftJoin('renewals', (join) =>
      join
        .on('renewals.user_id', '=', userId)
        .onRef('renewals.product_id', '=', 'order_items.product_id')
        .on('renewals.state', '<>', 'ended'),
    )
    .select(['order_items.product_id', 'product_name', 'list_cents', 'replace_renewal'])
    .select(['discount_code', 'order_items.code_type', 'order_items.code_amount', 'code_renewals'])
    .select([itemPlan.as('plan'), 'renewals.id as renewal_id'])
    .where('order_items.order_id', '=', orderId)
    .where('renew', '=', true)
    .orderBy('order_items.product_id')
    .execute()
  for (const item of items) {
    const going = item.renewal_id === null ? undefined : await lockGoing(tx, item.renewal_id)
    if (!going) await insert(tx, orderId, userId, item, card)
    else if (card || item.replace_renewal) await goOn(tx, orderId, going, item, card)
  }
}

function lockGoing(tx: Tx, id: number) {
  return tx
    .selectFrom('renewals')
    .select(['id', 'state', 'open_order_id'])
    .where('id', '=', id)
    .where('state', '<>', 'ended')
    .forUpdate()
    .executeTakeFirst()
}

export const cardColumns = (card: Omit<SavedCard, 'isDefault'>) => ({
  card_id: card.id,
  card_brand: card.brand,
  card_last4: card.last4,
  card_exp_month: card.expMonth,
  card_exp_year: card.expYear,
})

/** A code for renewals is copied, so that renewals consume no further use of it. */
const codeOf = ({ discount_code, code_type, code_amount, code_renewals }: Item) =>
  code_renewals > 0
    ? { code: discount_code, code_type, code_amount, code_charges: code_renewals }
    : { code: null, code_type: null, code_amount: null, code_charges: 0 }

async function insert(
  tx: Tx,
  orderId: string,
  userId: number,
  item: Item,
  card: Omit<SavedCard, 'isDefault'> | null,
) {
  const { product_id, plan, list_cents } = item
  const seconds = planToSeconds(plan)
  await tx
    .insertInto('renewals')
    .values({
      user_id: userId,
      product_id,
      order_id: orderId,
      plan,
      term_seconds: seconds,
      price_cents: list_cents,
      due_at: sql`renewal_charge_at(time_ends_at(${userId}, ${product_id}), ${seconds})`,
      ...(card && cardColumns(card)),
      ...codeOf(item),
    })
    .execute()
  await record(tx, 'renewal.started', {
    userId,
    data: { order: orderId, product: item.product_name, plan, price_cents: list_cents },
  })
}

/** A stopped renewal resumes, because the customer chose it again. */
async function goOn(
  tx: Tx,
  orderId: string,
  going: { id: number; state: string },
  item: Item,
  card: Omit<SavedCard, 'isDefault'> | null,
) {
  const { plan, list_cents, replace_renewal } = item
  const again = going.state === 'stopping'
  await tx
    .updateTable('renewals')
    .set({
      ...(card && cardColumns(card)),
      ...(replace_renewal && {
        order_id: orderId,
        plan,
        term_seconds: planToSeconds(plan),
        price_cents: list_cents,
        ...codeOf(item),
      }),
      ...(again && {
        ...{ state: 'on' as const, stop_reason: '' },
        ...{ failed_at: null, gives_up_at: null, told_days: 0 },
      }),
    })
    .where('id', '=', going.id)
    .execute()
  await tx
    .updateTable('renewals')
    .set({ due_at: nextCharge })
    .where('id', '=', going.id)
    .where('state', '=', 'on')
    .execute()
}
