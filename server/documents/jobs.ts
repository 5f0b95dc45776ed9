import { sql } from 'kysely'
import * as z from 'zod'
import { follower } from '#server/events/followers.ts'
import { addJob, job } from '#server/kernel/jobs.ts'
import { askViesOf } from '#server/taxes/vat-checks.ts'
import { documentOrder } from './make.ts'

export const makeDocuments = job({
  name: 'documents.make',
  does: 'Makes the receipt, invoice or credit note of an order',
  payload: z.object({ order: z.uuid() }),
  run: async ({ db, config, sandboxUrl, vies }, { order }) => {
    const { shopName, siteUrl, timeZone } = config
    // Asked now, it is rarely to be corrected later.
    await askViesOf(db, vies, order)
    const issuer = { shopName, siteUrl, timeZone, test: sandboxUrl !== null }
    await documentOrder(db, issuer, order)
  },
})

export const documentJobs = [makeDocuments]

/** All that moves money of an order or its tax; what of it needs a document, the order says. */
export const documentFollowers = [
  follower(
    [
      'order.finished',
      'order.refunded',
      'order.vat_id_checked',
      'refund.taken',
      'refund.failed',
      'dispute.lost',
    ],
    ({ data: { order } }) =>
      sql`select ${addJob(makeDocuments, sql`${JSON.stringify({ order })}`)}`,
  ),
]
