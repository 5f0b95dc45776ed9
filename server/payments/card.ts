import { formatMoney } from '#contract/currency.ts'
import { payments } from '#contract/payments.ts'
import { labelOf } from '#contract/terms.ts'
import type { CardProvider } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type PlacedOrder, type Purchase, placeOrder } from '#server/orders/place.ts'
import type { WantedItem } from '#server/orders/priced-items.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { asCustomer } from './customer.ts'
import { continueCardOrder } from './open-card-orders.ts'
import { offered, reached } from './providers.ts'
import { keepPayment } from './records.ts'

type Buyer = { id: number }

/**
 * Goes on with the card order that the customer has open for the same items and codes, or places an
 * order and opens the provider's session for it, once the order is committed. An order
 * that the provider cannot take is failed and gives its codes back. One of total zero needs no
 * provider: it is finished, and known to the return page by its own id.
 */
export async function startCardPayment(
  db: Database,
  card: CardProvider | null,
  siteUrl: string,
  buyer: Buyer,
  items: readonly WantedItem[],
  { accepted, address }: Pick<Purchase, 'accepted' | 'address'> = {},
) {
  const admit = (totalCents: number) => checkMinimum(offered(card), totalCents)
  const open = card && (await continueCardOrder(db, card, buyer.id, { items, admit, accepted }))
  if (open) {
    const { clientSecret, order_id, session_id } = open
    return { clientSecret, order_id, session_id }
  }
  const order = await placeOrder(db, {
    userId: buyer.id,
    type: 'card',
    items,
    admit,
    accepted,
    address,
  })
  if (order.status === 'finished')
    return { clientSecret: null, order_id: order.id, session_id: order.id }
  const { sessionId, clientSecret } = await openSession(db, offered(card), siteUrl, buyer, order)
  await keepPayment(db, {
    order_id: order.id,
    provider: 'stripe',
    provider_id: sessionId,
    status: 'waiting',
    amount_cents: order.totalCents,
    client_secret: clientSecret,
    expires_at: order.expiresAt,
  })
  return { clientSecret, order_id: order.id, session_id: sessionId }
}

function checkMinimum({ minimumCents }: CardProvider, totalCents: number) {
  if (totalCents >= minimumCents) return
  throw new Refusal(payments.createCheckoutSession.refusals.below_card_minimum, {
    values: { minimum: formatMoney(minimumCents) },
  })
}

async function openSession(
  db: Database,
  card: CardProvider,
  siteUrl: string,
  buyer: Buyer,
  order: PlacedOrder,
) {
  const keepsCard = order.items.some(({ renew }) => renew)
  const session = asCustomer(db, card, buyer.id, (id) =>
    card.createSession({
      orderId: order.id,
      customer: { id, keepsCard },
      items: order.items.map(({ name, plan, priceCents }) => ({
        name: `${name}, ${labelOf(plan).toLowerCase()}`,
        priceCents,
      })),
      returnUrl: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      expiresAt: order.expiresAt,
    }),
  )
  try {
    return await reached(session)
  } catch (error) {
    await settleOrder(db, order.id, 'failed')
    throw error
  }
}
