import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { CryptoNotice } from '#server/adapters/payments/crypto-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { offered } from './providers.ts'
import { settleCardEvent } from './settle-card.ts'
import { settleCrypto } from './settle-crypto.ts'

/** Processes all pending events of its topic. Reads the object again and settles it. */
export async function workEvent({ db, card, crypto }: PlatformShop, id: number) {
  const waiting = await findWaiting(db, id)
  const [event] = waiting
  if (!event) return
  try {
    if (event.provider === 'stripe') {
      const provider = offered(card)
      if (!waiting.every(isSettled))
        await settleCardEvent(db, provider, provider.understand(event.payload))
    } else {
      const provider = offered(crypto[event.provider])
      const notices = waiting.map(({ payload }) => provider.understand(payload))
      const { paymentId } = notices[0]!
      if (paymentId !== null && !notices.every((each) => isKnown(event, each)))
        await settleCrypto(db, provider, paymentId)
    }
  } catch (error) {
    const message = (error as Error).message.slice(0, 1000)
    await db.updateTable('payment_events').set({ error: message }).where('id', '=', id).execute()
    throw error
  }
  await sql`update payment_events set error = null, worked_at = now()
             where id = any(${waiting.map((each) => each.id)}::bigint[])`.execute(db)
}

type Waiting = {
  id: number
  type: string
  provider: PaymentProvider
  payload: unknown
  /** The data of the payment from the last read. */
  status: string | null
  actuallyPaid: number | null
}

/** Call it before querying the provider, whose answer may not include later events. */
async function findWaiting(db: Database, id: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select waiting.id, waiting.type, waiting.provider, waiting.payload, status, actually_paid as "actuallyPaid"
      from payment_events as event
      join payment_events as waiting on waiting.worked_at is null and (waiting.id = event.id
        or (waiting.provider = event.provider and waiting.topic = event.topic))
      left join payments on payments.provider = event.provider and provider_id = event.topic
     where event.id = ${id}
     order by waiting.id`.execute(db)
  return rows
}

/** The process that charged the saved card has settled it. Later events report later changes. */
function isSettled({ type, status }: Waiting): boolean {
  return type === 'payment_intent.succeeded' && status === 'finished'
}

const onTheWay: readonly (PaymentStatus | undefined)[] = [
  'waiting',
  'confirming',
  'partially_paid',
  'finished',
]

/** Each step has a notification, and processing the first may have found the payment finished. */
function isKnown({ status, actuallyPaid }: Waiting, notice: CryptoNotice): boolean {
  return (
    status === 'finished' &&
    onTheWay.includes(notice.status) &&
    notice.actuallyPaid <= actuallyPaid!
  )
}
