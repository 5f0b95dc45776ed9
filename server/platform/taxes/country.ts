import { sql } from 'kysely'
import { rateAt, taxIn } from '#contract/platform/tax-rates.ts'
import { taxRefusals } from '#contract/platform/taxes.ts'
import { isoDay } from '#contract/wire/time-zone.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Buyer, findBuyer, keepBuyer, lockBuyer, putOn, putOnOpenOrders } from './buyer.ts'
import { findCompany } from './companies.ts'

/** Also for the open card form. A company in another country applies only to that country. */
export function chooseCountry(db: Database, userId: number, country: string) {
  return transaction(db, async (tx) => {
    await lockBuyer(tx, userId)
    await tx
      .updateTable('users')
      .set({ tax_country: country })
      .where('id', '=', userId)
      .where('tax_country', 'is distinct from', country)
      .execute()
    await putOnOpenOrders(tx, userId)
    return { country }
  })
}

/** Null without a tax table. Throws `country_required`. Locks the buyer until the commit. */
export async function requireBuyer(tx: Tx, userId: number): Promise<Buyer | null> {
  const { rows: modes } = await sql<{ table: boolean }>`
    select tax_mode = 'table' as table from settings`.execute(tx)
  if (!modes[0]?.table) return null
  await keepBuyer(tx, userId)
  const buyer = await findBuyer(tx, userId)
  if (!buyer) throw new Refusal(taxRefusals.country_required)
  return buyer
}

export function placeUnder(db: Database, userId: number, orderId: string) {
  return transaction(db, async (tx) => putOn(tx, orderId, await requireBuyer(tx, userId)))
}

type Asked = { country: string | null; own: string[]; now: Date; time_zone: string | null }

/** Returns the tax included in a cart's total. Null if the tax table is not in use. */
export async function quoteTax(db: Database, userId: number | null, totalCents: number) {
  const { rows } = await sql<Asked>`
    select (select tax_country from users where id = ${userId}) as country, tax_rates as own,
           now() as now, time_zone
      from settings where tax_mode = 'table'`.execute(db)
  const [asked] = rows
  if (!asked) return null
  const { country, now, time_zone, own } = asked
  const company = userId === null ? null : await findCompany(db, userId)
  const rate =
    company?.tax === 'reverse_charge' ? null : rateAt(country, isoDay(now, time_zone ?? 'UTC'), own)
  return { country, rate, amount: rate === null ? 0 : taxIn(totalCents, rate), company }
}
