import { sql } from 'kysely'
import * as z from 'zod'
import { transaction } from '#server/kernel/database/database.ts'
import { addJob, enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { askViesOf } from '#server/platform/taxes/vat-checks.ts'
import { sendReceipt } from '#server/selling/orders/receipt.ts'
import { mailCorrected } from './mail.ts'
import { documentNewSale, documentOrder, issuerOf } from './make.ts'
import { findSold } from './order.ts'

export const makeDocuments = job({
  name: 'documents.make',
  does: 'Creates the receipt, invoice or credit note of an order',
  payload: z.object({ order: z.uuid() }),
  waitsFor: 'vies',
  run: async (shop, { order }) => {
    const { db, vies } = shop
    // Queries VIES first, so that a later correction is rarely needed.
    await askViesOf(db, vies, order)
    await documentAndTell(shop, order)
  },
})

const finishSale = job({
  name: 'documents.make_sale',
  does: 'Emails the customer about a paid order, and creates its receipt or invoice',
  payload: z.object({ order: z.uuid() }),
  run: async (shop, { order }) => {
    const { db, config } = shop
    try {
      await sendReceipt(db, config, order)
    } finally {
      await documentPaid(shop, order)
    }
  },
})

async function documentPaid(shop: PlatformShop, order: string) {
  const sold = await findSold(shop.db, order)
  if (!sold) return
  const isDone =
    sold.vat_state !== 'asked' && (await documentNewSale(shop.db, issuerOf(shop), sold))
  if (!isDone) await enqueue(shop.db, makeDocuments, { order })
}

const tellCorrected = job({
  name: 'documents.mail_corrected',
  does: 'Emails a customer about a corrected invoice',
  payload: z.object({ document: z.number() }),
  run: async ({ db, config }, { document }) => {
    await mailCorrected(db, config, document)
  },
})

export function documentAndTell(shop: PlatformShop, order: string) {
  return transaction(shop.db, async (tx) => {
    const anew = await documentOrder(tx, issuerOf(shop), order)
    if (anew) await enqueue(tx, tellCorrected, { document: anew })
  })
}

export const documentJobs = [finishSale, makeDocuments, tellCorrected]

/** The order's state determines which documents are needed. */
export const documentFollowers = [
  follower(
    ['order.finished'],
    ({ data: { order } }) => sql`select ${addJob(finishSale, sql`${JSON.stringify({ order })}`)}`,
  ),
  follower(
    [
      'order.refunded',
      'order.disputed',
      'order.vat_id_checked',
      'refund.taken',
      'refund.failed',
      'dispute.lost',
    ],
    ({ data: { order } }) =>
      sql`select ${addJob(makeDocuments, sql`${JSON.stringify({ order })}`)}`,
  ),
]
