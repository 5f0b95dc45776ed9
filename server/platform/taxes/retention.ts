import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'

const neverPaid = sql<boolean>`payment_status in ('expired', 'failed') and paid_at is null
  and company_name is not null`

const withoutCompany = sql`
  company_name = null, company_address = null, vat_id = null, vat_check_id = null`

/** Only for unpaid orders. Paid ones have an invoice, which names the company. */
export async function forgetCompanyOf(tx: Tx, userId: number) {
  await sql`update orders set ${withoutCompany} where user_id = ${userId} and ${neverPaid}`.execute(
    tx,
  )
}

export const taxRetention: readonly RetentionRule[] = [
  {
    what: 'Company of an unpaid order',
    table: 'orders',
    since: 'created_at',
    keeps: '30 days',
    where: neverPaid,
    set: withoutCompany,
  },
  {
    what: 'VIES queries without an order',
    table: 'vat_checks',
    since: 'created_at',
    keeps: '30 days',
    // An order that is being placed may refer to a check that is pending or has not expired.
    where: sql<boolean>`(answered_at < now() - interval '30 days' or due_at = 'infinity')
      and not exists (select from orders where vat_check_id = vat_checks.id)`,
  },
]
