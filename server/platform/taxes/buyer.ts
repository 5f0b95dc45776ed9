import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { shareLock, waitForLock } from '#server/kernel/database/named-lock.ts'
import { openByCard } from './open-by-card.ts'
import { checkOf } from './vat-checks.ts'
import { requesterFor } from './vat-ids.ts'

/** The country of an order's buyer, and the company that they buy for. */
export type Buyer = {
  tax_country: string
  company_name: string | null
  company_address: string | null
  vat_id: string | null
  /** The check that decides whether the company pays the tax itself. Null: tax is charged. */
  vat_check_id: number | null
}

const lockName = (userId: number) => `tax country ${userId}`

/** Waits for orders of the former buyer. Locks orders before the customer, as settling does. */
export async function lockBuyer(tx: Tx, userId: number): Promise<void> {
  await waitForLock(tx, lockName(userId))
  await openByCard(tx, userId).select('id').orderBy('id').forNoKeyUpdate().execute()
}

/** Prevents the customer from changing the buyer until the transaction ends. */
export async function keepBuyer(tx: Tx, userId: number): Promise<void> {
  await shareLock(tx, lockName(userId))
}

/** Returns the buyer as the customer last entered it. Null until they have chosen a country. */
export async function findBuyer(tx: Tx, userId: number): Promise<Buyer | null> {
  const { rows } = await sql<
    Omit<Buyer, 'vat_check_id' | 'tax_country'> & {
      tax_country: string | null
      seller: string
    }
  >`
    select tax_country, companies.name as company_name, companies.address as company_address,
           companies.vat_id, seller_vat_id as seller
      from users left join companies on companies.user_id = users.id and country = tax_country,
           settings
     where users.id = ${userId}`.execute(tx)
  const { seller, tax_country, ...company } = rows[0]!
  if (!tax_country) return null
  const vat_check_id = await checkFor(tx, seller, tax_country, company.vat_id)
  return { tax_country, ...company, vat_check_id }
}

export async function checkFor(tx: Tx, seller: string, country: string, vatId: string | null) {
  const requester = requesterFor(seller, country, vatId)
  return requester && vatId ? checkOf(tx, vatId, requester) : null
}

/** Copies the customer's choice to the order of their open card form, and to no other order. */
export async function putOnOpenOrders(tx: Tx, userId: number): Promise<void> {
  const open = await openByCard(tx, userId).select('id').execute()
  const buyer = open.length > 0 && (await findBuyer(tx, userId))
  if (!buyer) return
  for (const { id } of open) await putOn(tx, id, buyer)
}

/** Sets the buyer of an order, if it is not paid yet. */
export async function putOn(tx: Tx, orderId: string, buyer: Buyer | null): Promise<void> {
  const { tax_country = null, company_name = null, company_address = null } = buyer ?? {}
  const { vat_id = null, vat_check_id = null } = buyer ?? {}
  await sql`
    update orders
       set tax_country = ${tax_country}, company_name = ${company_name},
           company_address = ${company_address}, vat_id = ${vat_id}, vat_check_id = ${vat_check_id}
     where id = ${orderId} and payment_status = 'waiting'
       and (tax_country, company_name, company_address, vat_id, vat_check_id) is distinct from
           (${tax_country}::text, ${company_name}::text, ${company_address}::text, ${vat_id}::text,
            ${vat_check_id}::bigint)`.execute(tx)
}

/**
 * The buyer of the first order, with the current state of their VAT id, or the country chosen since
 * if that order had none. Null while the tax table is not in use.
 */
export async function findBuyerAgain(tx: Tx, firstOrder: string): Promise<Buyer | null> {
  const { rows } = await sql<Omit<Buyer, 'vat_check_id'> & { seller: string }>`
    select coalesce(orders.tax_country, users.tax_country) as tax_country, company_name,
           company_address, vat_id, seller_vat_id as seller
      from orders join users on users.id = user_id, settings
     where orders.id = ${firstOrder} and tax_mode = 'table'
       and coalesce(orders.tax_country, users.tax_country) is not null`.execute(tx)
  if (!rows[0]) return null
  const { seller, ...buyer } = rows[0]
  return { ...buyer, vat_check_id: await checkFor(tx, seller, buyer.tax_country, buyer.vat_id) }
}
