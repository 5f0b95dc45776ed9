import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'
import { shareLock, waitForLock } from '#server/kernel/named-lock.ts'
import { openByCard } from './open-by-card.ts'
import { checkOf } from './vat-checks.ts'
import { requesterFor } from './vat-ids.ts'

/** Where the buyer of an order is, and the company that they buy for. */
export type Buyer = {
  tax_country: string
  company_name: string | null
  company_address: string | null
  vat_id: string | null
  /** What decides whether its tax is the company's to pay; null: it is charged. */
  vat_check_id: number | null
}

const lockName = (userId: number) => `tax country ${userId}`

/**
 * An order that is being placed is of the buyer of before, and is there when this goes on. Open orders
 * are locked before the customer's row, as where they are settled.
 */
export async function lockBuyer(tx: Tx, userId: number): Promise<void> {
  await waitForLock(tx, lockName(userId))
  await openByCard(tx, userId).select('id').orderBy('id').forNoKeyUpdate().execute()
}

/** Until the transaction ends the customer chooses no other. */
export async function keepBuyer(tx: Tx, userId: number): Promise<void> {
  await shareLock(tx, lockName(userId))
}

/** Who buys, as the customer said the last time; null until they have chosen a country. */
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

/** What decides about the tax of an order of that VAT id that is placed now. */
export async function checkFor(tx: Tx, seller: string, country: string, vatId: string | null) {
  const requester = requesterFor(seller, country, vatId)
  return requester && vatId ? checkOf(tx, vatId, requester) : null
}

/** What the customer chose goes on the card form that they have open, and on no other order. */
export async function putOnOpenOrders(tx: Tx, userId: number): Promise<void> {
  const open = await openByCard(tx, userId).select('id').execute()
  const buyer = open.length > 0 && (await findBuyer(tx, userId))
  if (!buyer) return
  for (const { id } of open) await putOn(tx, id, buyer)
}

/** Puts the buyer on an order, if it is still to be paid. */
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
 * Who a renewal is charged to: the buyer of the order that began it, of today's knowledge about their
 * VAT id. Where nobody had asked then, the country that the customer chose since. Null while tax is not
 * charged by the table.
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
