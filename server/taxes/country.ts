import { sql } from 'kysely'
import { rateAt, taxIn } from '#contract/tax-rates.ts'
import { taxRefusals } from '#contract/taxes.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'

const lockName = (userId: number) => `tax country ${userId}`

/**
 * Keeps the country that a customer chose, also for the card form that they have open: the order
 * behind it was placed before they chose.
 */
export function chooseCountry(db: Database, userId: number, country: string) {
  return transaction(db, async (tx) => {
    // An order that is being placed goes by the country of before, and is there when this goes on.
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(userId)}, 0))`.execute(tx)
    await tx
      .updateTable('orders')
      .set({ tax_country: country })
      .where('user_id', '=', userId)
      .where('type', '=', 'card')
      .where('payment_status', '=', 'waiting')
      .where('renews_order_id', 'is', null)
      .where('tax_country', 'is distinct from', country)
      .execute()
    await tx
      .updateTable('users')
      .set({ tax_country: country })
      .where('id', '=', userId)
      .where('tax_country', 'is distinct from', country)
      .execute()
    return { country }
  })
}

/**
 * The country that an order of this customer is placed under; null while nobody is asked. Throws
 * `country_required`. Until the transaction ends no other one is chosen.
 */
export async function requireCountry(tx: Tx, userId: number): Promise<string | null> {
  const { rows: modes } = await sql<{ table: boolean }>`
    select tax_mode = 'table' as table from settings`.execute(tx)
  if (!modes[0]?.table) return null
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(userId)}, 0))`.execute(
    tx,
  )
  const { tax_country } = await tx
    .selectFrom('users')
    .select('tax_country')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!tax_country) throw new Refusal(taxRefusals.country_required)
  return tax_country
}

/** Puts the country on an order that was placed before, if it is still to be paid. */
export function placeUnder(db: Database, userId: number, orderId: string) {
  return transaction(db, async (tx) => {
    const country = await requireCountry(tx, userId)
    await tx
      .updateTable('orders')
      .set({ tax_country: country })
      .where('id', '=', orderId)
      .where('payment_status', '=', 'waiting')
      .where('tax_country', 'is distinct from', country)
      .execute()
  })
}

/** The tax in a cart's total; null while no tax is charged by the table. */
export async function quoteTax(db: Database, userId: number | null, totalCents: number) {
  const { rows } = await sql<{ country: string | null; day: string; own: string[] }>`
    select (select tax_country from users where id = ${userId}) as country, tax_rates as own,
           to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day
      from settings where tax_mode = 'table'`.execute(db)
  const [asked] = rows
  if (!asked) return null
  const { country, day, own } = asked
  const rate = rateAt(country, day, own)
  return { country, rate, amount: rate === null ? 0 : taxIn(totalCents, rate) }
}
