import { sql } from 'kysely'
import { type PaymentProvider, paymentProvider } from '#contract/wire/payment-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { askAgain } from './ask-again.ts'
import { type Claim, claimDue } from './claims.ts'
import { settleSession } from './settle-card.ts'
import { settleCrypto } from './settle-crypto.ts'

type Providers = Pick<PlatformShop, 'db' | 'card' | 'crypto'>

/** The number of payments per round, and how many of them are always the newest. */
const batch = 60
const freshest = 40

/** In milliseconds. A run ends before the next one starts. */
const longestRun = 45_000
const endOfRun = () => performance.now() + longestRun

const pause = sql`greatest(interval '45 seconds', (now() - payments.created_at) / 12)`

/** Makes up for lost webhooks. Queries expired crypto orders for a week, as late money counts. */
export async function recheckPayments(
  providers: Providers,
  names: readonly PaymentProvider[] = paymentProvider.options,
) {
  const { db } = providers
  const until = endOfRun()
  const failures: unknown[] = []
  const asking = askAgain(db, pause, names, (payment) => recheckPayment(providers, payment))
  while (performance.now() < until) {
    const due = await claimRound(db, asking.up())
    if (due.length === 0) break
    failures.push(...(await asking.round(due)))
  }
  report(failures, 'payments could not be settled')
}

async function claimRound(db: Database, providers: PaymentProvider[]) {
  const asked = sql<boolean>`provider = any(${providers}::text[])`
  const open = sql<boolean>`payment_status in ('waiting', 'confirming', 'partially_paid')`
  const fresh = await claimDue(db, {
    where: sql`${asked} and ${open} and orders.created_at > now() - interval '2 hours'`,
    pause,
    first: 'fresh',
    limit: freshest,
  })
  const others = await claimDue(db, {
    where: sql`${asked} and (${open} or (payment_status = 'expired' and type = 'crypto'
      and orders.created_at > now() - interval '7 days'))`,
    pause,
    first: 'longest due',
    limit: batch - fresh.length,
  })
  return [...fresh, ...others]
}

async function recheckPayment({ db, card, crypto }: Providers, payment: Claim) {
  const { provider, provider_id: id, order_id, over } = payment
  if (provider === 'stripe' && card) {
    if (over) await card.expireSession(id)
    await settleSession(db, card, id)
    return
  }
  const asked = provider === 'stripe' ? null : crypto[provider]
  if (asked) await settleCrypto(db, asked, id)
  if (over) await settleOrder(db, order_id, 'window_over')
}

/** Expires orders whose payment was never created, because the process ended before that. */
export async function expireUnpayable(db: Database) {
  const until = endOfRun()
  const failures: unknown[] = []
  let last = ''
  do {
    const orders = await findUnpayable(db, last)
    if (orders.length === 0) break
    failures.push(
      ...(await forEach(orders, async ({ id }) => {
        await settleOrder(db, id, 'window_over')
      })),
    )
    last = orders.at(-1)!.id
  } while (performance.now() < until)
  report(failures, 'orders could not be expired')
}

function findUnpayable(db: Database, after: string) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('payment_status', '=', 'waiting')
    .where('expires_at', '<=', sql<Date>`now()`)
    .$if(after !== '', (query) => query.where('id', '>', after))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('payments').select('id').whereRef('payments.order_id', '=', 'orders.id')),
      ),
    )
    .orderBy('id')
    .limit(batch)
    .execute()
}
