import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { payments } from '#contract/selling/payments.ts'
import { coinName } from '#contract/wire/coins.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import type { CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { type PlacedOrder, type Purchase, placeOrder } from '#server/selling/orders/place.ts'
import type { WantedItem } from '#server/selling/orders/priced-items.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { requireCrypto, takerOf } from './coins.ts'
import { giveUpCardOrder } from './open-card-order.ts'
import { assertFewOpen } from './open-crypto-orders.ts'
import { reached } from './providers.ts'
import { keepPayment, presentPayment } from './records.ts'

/** Refusals that the customer's own open card order may cause. */
const heldBack = [
  discountRefusals.code_used_up,
  discountRefusals.code_used_by_you,
  discountRefusals.code_first_order_only,
]

export type CryptoPurchase = { currency: string; items: readonly WantedItem[] }

/** The payment follows the commit. If it fails, the order fails too and releases its codes. */
export async function startCryptoPayment(
  db: Database,
  shop: Pick<PlatformShop, 'card' | 'config' | 'crypto' | 'settings'>,
  userId: number,
  { currency, items }: CryptoPurchase,
  signed: Pick<Purchase, 'accepted' | 'address'> = {},
) {
  const { provider, admit } = await admission(shop, currency)
  const place = () =>
    transaction(db, async (tx) => {
      await assertFewOpen(tx, userId, shop.config)
      return placeOrder(tx, { userId, type: 'crypto', items, admit, ...signed })
    })
  const order = await place().catch(async (error) => {
    // The customer's open card order may hold a use of the code.
    const held =
      shop.card &&
      heldBack.some((refusal) => isRefusal(error, refusal)) &&
      (await giveUpCardOrder(db, shop.card, userId))
    if (!held) throw error
    return place()
  })
  if (order.status === 'finished') return nothingToPay(order)
  const made = await openPayment(db, provider!, order, currency)
  const row = await keepPayment(db, {
    order_id: order.id,
    provider: provider!.name,
    provider_id: made.id,
    provider_reference: made.purchaseId,
    status: made.status,
    amount_cents: order.totalCents,
    pay_address: made.payAddress,
    pay_extra_id: made.payExtraId,
    pay_network: made.network,
    pay_amount: made.payAmount,
    pay_currency: made.payCurrency,
    actually_paid: made.actuallyPaid,
    expires_at: order.expiresAt,
  })
  return presentPayment(row, 'waiting')
}

/** Reads whether the provider accepts a total, before the order's transaction begins. */
async function admission(takers: Pick<PlatformShop, 'crypto' | 'settings'>, currency: string) {
  try {
    requireCrypto(takers)
    const provider = await takerOf(takers, currency)
    const minimumCents = await reached(provider.minimumCents(currency))
    const admit = (totalCents: number) => {
      if (totalCents >= minimumCents) return
      const values = {
        currency: coinName(currency),
        minimum: formatMoney(minimumCents),
      }
      throw new Refusal(payments.add.refusals.below_crypto_minimum, { values })
    }
    return { provider, admit }
  } catch (refusal) {
    // An order with total zero is placed anyway.
    const admit = () => {
      throw refusal
    }
    return { provider: null, admit }
  }
}

async function openPayment(
  db: Database,
  crypto: CryptoProvider,
  { id, totalCents, items, expiresAt }: PlacedOrder,
  currency: string,
) {
  const description = items.map(({ name }) => name).join(', ')
  try {
    return await reached(
      crypto.createPayment({
        orderId: id,
        amountCents: totalCents,
        currency,
        description,
        expiresAt,
      }),
    )
  } catch (error) {
    await settleOrder(db, id, 'failed')
    throw error
  }
}

function nothingToPay({ id, totalCents }: PlacedOrder) {
  return {
    id: null,
    order_id: id,
    payment_status: 'finished' as const,
    amount: totalCents,
    pay_address: null,
    pay_amount: null,
    pay_currency: null,
    payin_extra_id: null,
    actually_paid: null,
    missing: null,
    network: null,
    expires_at: null,
  }
}
