import { sql } from 'kysely'
import { noticeDays } from '#contract/staff-price-changes.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { mailPrice, type PriceMail } from './mail.ts'

const batch = 100

/**
 * Mails everybody whose announced price is off, then everybody whose price changes. The notice of
 * each begins with their own mail, so that whoever was not told is not charged more.
 */
export async function tellOfPrices(db: Database, sender: Sender, most = Number.POSITIVE_INFINITY) {
  let batches = 0
  for (const tell of [tellOff, tellChanged]) {
    while (batches < most && (await transaction(db, (tx) => tell(tx, sender))) === batch)
      batches += 1
  }
}

async function tellOff(tx: Tx, sender: Sender): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select id from renewal_prices
       where dropped_for = 'canceled' and applies_from is not null and untold_at is null
       order by id limit ${batch} for update skip locked
    )
    update renewal_prices set untold_at = now() from due where renewal_prices.id = due.id
    returning renewal_prices.id`.execute(tx)
  for (const { id } of rows) await mailPrice(tx, sender, id, 'renewal-price-off')
  return rows.length
}

async function tellChanged(tx: Tx, sender: Sender): Promise<number> {
  const { rows } = await sql<{ id: number; template: PriceMail }>`
    with due as (
      select renewal_prices.id, new_cents > old_cents as raised,
             state not in ('ended', 'stopping') as runs
        from renewal_prices join renewals on renewals.id = renewal_id
       where told_at is null and dropped_at is null
       order by renewal_prices.id limit ${batch} for update of renewal_prices skip locked
    )
    update renewal_prices
       set told_at = now(),
           applies_from = case when not raised then applies_from
                               when runs then now() + make_interval(days => ${noticeDays}) end
      from due where renewal_prices.id = due.id
    returning renewal_prices.id,
      case when raised then 'renewal-price' else 'renewal-price-lower' end as template`.execute(tx)
  for (const { id, template } of rows) {
    const mailed = await mailPrice(tx, sender, id, template)
    if (mailed || template !== 'renewal-price') continue
    await tx
      .updateTable('renewal_prices')
      .set({ applies_from: null })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
