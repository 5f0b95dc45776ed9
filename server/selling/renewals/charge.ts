import { sql } from 'kysely'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { CardCharge } from '#server/adapters/payments/saved-cards.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { report } from '#server/kernel/jobs/rounds.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Charge } from './open-charge.ts'
import { settleCharge } from './settle.ts'
import { takeDue } from './take.ts'

/** Concurrent charges, and how long a run starts new ones, in milliseconds. */
const atOnce = 4
const longestRun = 45_000

/** A run stops after this many failures of the provider or the database. The next run continues. */
const patience = 3

export async function chargeDueRenewals(db: Database, card: CardProvider | null) {
  const until = performance.now() + longestRun
  const failures: unknown[] = []
  async function worker() {
    while (performance.now() < until && failures.length < patience) {
      try {
        const taken = await takeDue(db)
        if (!taken) return
        if (!taken.charge) continue
        if (!card) throw new Error('No card provider is configured')
        await askForCharge(db, card, taken.charge)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  report(failures, 'renewals could not be charged')
}

export async function askForCharge(db: Database, card: CardProvider, charge: Charge) {
  // The renewal was stopped or ended since. The withdraw job cancels the PaymentIntent, if any.
  if (!(await isWanted(db, charge))) return
  await settleCharge(db, charge, await ask(card, charge))
}

async function ask(card: CardProvider, charge: Charge): Promise<CardCharge> {
  const { orderId, number, cardId, customerId, amountCents, description, paymentIntentId } = charge
  if (charge.status === 'processing') return card.readCharge(paymentIntentId!)
  const idempotencyKey = number === 1 ? orderId : `${orderId} ${number}`
  try {
    if (paymentIntentId) return await card.retryCharge({ paymentIntentId, cardId, idempotencyKey })
    const found = charge.old ? await card.findCharge({ customerId, orderId }) : null
    return (
      found ??
      (await card.chargeSavedCard({
        ...{ orderId, amountCents, description, customerId, cardId, idempotencyKey },
      }))
    )
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // Stripe also refuses an idempotency key with other parameters, as after a product was renamed.
    // A charge that already went through under this key counts.
    const before = paymentIntentId ? null : await card.findCharge({ customerId, orderId })
    if (before) return before
    return {
      status: 'declined',
      paymentIntentId,
      code: 'refused',
      declineCode: null,
      adviceCode: null,
      message: 'The payment did not go through.',
    }
  }
}

async function isWanted(db: Database, { renewalId, orderId }: Charge) {
  const found = await db
    .selectFrom('renewals')
    .select('id')
    .where('id', '=', renewalId)
    .where('state', '=', 'charging')
    .where('open_order_id', '=', orderId)
    .executeTakeFirst()
  return found !== undefined
}

/** Only if the provider could not be reached, so nothing was charged. Due now at the earliest. */
export async function putBack(db: Database, charge: Charge, dueAt: Date) {
  await sql`
    with taken as (
      update renewal_charges set status = 'canceled', decided_at = now()
       where id = ${charge.id} and status = 'asked' and payment_intent_id is null
      returning renewal_id
    )
    update renewals set state = 'retrying', due_at = ${new Date(Math.max(dueAt.getTime(), clock.now()))}
      from taken where renewals.id = taken.renewal_id and state = 'charging'`.execute(db)
}
