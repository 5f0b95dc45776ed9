import { sql } from 'kysely'
import type { Evidence } from '#contract/selling/dispute-evidence.ts'
import type {
  CardDispute,
  CardProvider,
  EvidenceFile,
} from '#server/adapters/payments/card-provider.ts'
import {
  ProviderDown,
  ProviderForbidden,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { record } from '#server/platform/events/record.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { makeEvidenceFiles } from './evidence-files.ts'
import { settleDisputed } from './settle.ts'
import { isAnswerable } from './states.ts'

/** Safe to call concurrently: the provider accepts evidence once. A lost reply is retried. */
export async function askBank(db: Database, card: CardProvider, id: number) {
  const asked = await findAsked(db, id)
  if (!asked) return
  try {
    await sendAnswer(db, card, asked)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await noteUnanswered(db, id, error.message)
  }
}

async function sendAnswer(db: Database, card: CardProvider, asked: Asked) {
  try {
    const told =
      asked.answer === 'submitted'
        ? await card.submitEvidence(
            asked.provider_id,
            await evidenceOf(db, card, asked),
            keyOf(asked),
          )
        : await card.acceptDispute(asked.provider_id)
    await transaction(db, (tx) => take(tx, asked, told))
  } catch (error) {
    const refused = error instanceof ProviderRefused || error instanceof ProviderForbidden
    if (!refused) throw error
    await readRefusal(db, card, asked, error.message)
  }
}

/** The texts and files that banks expect. If Stripe refuses a file, its content is in the texts. */
async function evidenceOf(db: Database, card: CardProvider, { order_id, evidence }: Asked) {
  const files: Partial<Record<EvidenceFile, string>> = {}
  for (const { field, name, pdf } of await makeEvidenceFiles(db, order_id, evidence)) {
    try {
      files[field] = await card.uploadEvidence(name, pdf)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
    }
  }
  return { ...evidence, ...files }
}

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>

const keyOf = ({ id, revision }: Asked) => `dispute ${id} ${revision}`

function findAsked(db: Database, id: number) {
  return db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['disputes.id', 'provider_id', 'order_id', 'user_id', 'answer', 'revision'])
    .select(['amount_cents', sql<Evidence>`evidence`.as('evidence')])
    .where('disputes.id', '=', id)
    .where('answer', 'is not', null)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
}

async function take(tx: Tx, { id, order_id }: Asked, told: CardDispute) {
  const order = await lockOrder(tx, order_id)
  if (!order) throw new Error(`There is no order ${order_id}`)
  await tx
    .updateTable('disputes')
    .set({ answered_at: sql<Date>`now()`, asked_error: null })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .execute()
  await settleDisputed(tx, order, { status: 'finished', disputes: [told] })
}

/** The provider may have accepted an earlier attempt, before the process was killed. */
async function readRefusal(db: Database, card: CardProvider, asked: Asked, why: string) {
  const told = await readAgain(card, asked)
  await transaction(db, async (tx) => {
    if (told && (told.submissions > 0 || !isAnswerable(told.told))) return take(tx, asked, told)
    const { id, order_id: order, user_id: userId, amount_cents } = asked
    await tx
      .updateTable('disputes')
      .set({ answer: null, answered_by: null, asked_at: null, asked_error: why.slice(0, 300) })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .execute()
    const data = { dispute: id, order, amount_cents, why: why.slice(0, 300) }
    await record(tx, 'dispute.answer_refused', { userId, data })
  })
}

/** Returns null if the provider does not have the dispute, or the shop's key may not read it. */
async function readAgain(card: CardProvider, { provider_id }: Asked): Promise<CardDispute | null> {
  try {
    return await card.readDispute(provider_id)
  } catch (error) {
    if (error instanceof ProviderRefused || error instanceof ProviderForbidden) return null
    throw error
  }
}

async function noteUnanswered(db: Database, id: number, why: string) {
  await db
    .updateTable('disputes')
    .set({ asked_error: why.slice(0, 300) })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .execute()
}

export async function askBankAgain(db: Database, card: CardProvider) {
  const waiting = await db
    .selectFrom('disputes')
    .select('id')
    .where('answer', 'is not', null)
    .where('answered_at', 'is', null)
    .where('asked_at', '<', sql<Date>`now() - interval '30 seconds'`)
    .orderBy('asked_at')
    .limit(50)
    .execute()
  const failures = await forEach(waiting, ({ id }) => askBank(db, card, id))
  report(failures, 'dispute responses could not be sent')
}
