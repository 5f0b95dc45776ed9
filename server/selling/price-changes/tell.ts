import { type RawBuilder, sql } from 'kysely'
import { noticeDays } from '#contract/selling/staff-price-changes.ts'
import { goesOn } from '#server/access/subscriptions/renewal-states.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { report, workOff } from '#server/kernel/jobs/rounds.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { mailPrice } from './mail.ts'

const batch = 100

/** Mails each in its own transaction. A customer's notice period starts with their own mail. */
export async function tellOfPrices(db: Database, sender: Sender) {
  const failures: unknown[] = []
  for (const { due, tell } of [off, changed])
    failures.push(...(await workOff(db, listOf(db, due), (tx, { id }) => tell(tx, sender, id))))
  report(failures, 'customers could not be notified of their new price')
}

const listOf = (db: Database, due: RawBuilder<boolean>) => async (left: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select id from renewal_prices where ${due} and id <> all(${left})
     order by id limit ${batch}`.execute(db)
  return rows
}

/** `tell` returns false if another run has locked the price or sent the mail. */
type Round = {
  due: RawBuilder<boolean>
  tell: (tx: Tx, sender: Sender, id: number) => Promise<boolean>
}

const off: Round = {
  due: sql`(dropped_for = 'canceled' and applies_from is not null and untold_at is null)`,
  async tell(tx, sender, id) {
    if (!(await take(tx, off.due, id))) return false
    await tx
      .updateTable('renewal_prices')
      .set({ untold_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await mailPrice(tx, sender, id, 'renewal-price-off')
    return true
  },
}

const changed: Round = {
  due: sql`(told_at is null and dropped_at is null)`,
  async tell(tx, sender, id) {
    if (!(await take(tx, changed.due, id))) return false
    const { rows } = await sql<{ raised: boolean }>`
      update renewal_prices
         set told_at = now(),
             applies_from = case when new_cents <= old_cents then applies_from
                                 when ${goesOn('renewals')}
                                 then now() + make_interval(days => ${noticeDays}) end
        from renewals
       where renewal_prices.id = ${id} and renewals.id = renewal_id
      returning new_cents > old_cents as raised`.execute(tx)
    const { raised } = rows[0]!
    const mailed = await mailPrice(tx, sender, id, raised ? 'renewal-price' : 'renewal-price-lower')
    if (raised && !mailed)
      await tx
        .updateTable('renewal_prices')
        .set({ applies_from: null })
        .where('id', '=', id)
        .execute()
    return true
  },
}

/** Locks a price that is still due, unless another run has it. */
async function take(tx: Tx, due: RawBuilder<boolean>, id: number) {
  const { rows } = await sql`
    select from renewal_prices where id = ${id} and ${due} for update skip locked`.execute(tx)
  return rows.length > 0
}
