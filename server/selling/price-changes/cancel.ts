import { sql } from 'kysely'
import { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { tell } from './jobs.ts'
import { getPriceChange } from './list.ts'

const { refusals } = staffPriceChanges.cancel

/** Notified customers get another mail. Throws 404, and 409 if nothing is pending. */
export async function cancelPriceChange(db: Database, staff: Staff, id: number, reason: string) {
  return (await cancel(db, staff, id, reason)).after
}

/** Shows the effects of canceling. Throws the same errors as canceling. */
export async function previewCancel(db: Database, staff: Staff, id: number) {
  const { before, after } = await rehearse(db, (tx) => cancel(tx, staff, id, 'Preview'))
  const kept = after.counts.canceled - before.counts.canceled
  return {
    kept,
    told: before.counts.announced - after.counts.announced,
    paying: after.counts.applied,
  }
}

function cancel(db: Database, staff: Staff, id: number, reason: string) {
  return transaction(db, async (tx) => {
    const change = await tx
      .selectFrom('price_changes')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['product_id', 'name'])
      .where('price_changes.id', '=', id)
      .forUpdate('price_changes')
      .executeTakeFirst()
    if (!change) throw new Refusal(refusals.unknown_price_change)
    const before = await getPriceChange(tx, id)
    const { numAffectedRows } = await sql`
      update renewal_prices set dropped_at = now(), dropped_for = 'canceled'
        from renewals
       where renewals.id = renewal_id and state <> 'ended' and price_change_id = ${id}
         and applied_at is null and dropped_at is null`.execute(tx)
    if (!numAffectedRows) throw new Refusal(refusals.nothing_to_cancel)
    await tx
      .updateTable('price_changes')
      .set({ canceled_at: sql`now()`, canceled_by: staff.id })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, tell, {})
    const after = await getPriceChange(tx, id)
    await record(tx, 'price_change.canceled', {
      staff,
      data: {
        price_change: id,
        product: change.product_id,
        name: change.name,
        reason,
        before: before.counts,
        after: after.counts,
      },
    })
    return { before, after }
  })
}
