import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { findBuyerAgain } from '#server/platform/taxes/buyer.ts'
import { applyPrice } from './apply-price.ts'
import type { LockedRenewal } from './read.ts'

/** Orders what the first order bought, at the agreed or announced price, less the discount. */
export async function placePeriodOrder(tx: Tx, renewal: LockedRenewal): Promise<string> {
  const { user_id, order_id, product_id, product, plan } = renewal
  await applyPrice(tx, renewal.id)
  const buyer = await findBuyerAgain(tx, order_id)
  const { rows } = await sql<{ id: string }>`
    with placed as (
      insert into orders (user_id, type, total_cents, renews_order_id, tax_country, company_name,
        company_address, vat_id, vat_check_id)
      select ${user_id}, 'card', renewal_price(${renewal.id}), ${order_id}, ${buyer?.tax_country ?? null},
             ${buyer?.company_name ?? null}, ${buyer?.company_address ?? null},
             ${buyer?.vat_id ?? null}, ${buyer?.vat_check_id ?? null}
      returning id, total_cents
    ), bought as (
      insert into order_items (order_id, product_id, product_name, months, plan, list_cents,
        discount_cents, discount_code)
      select id, ${product_id}, ${product},
             case when ${plan} in ('1m', '3m', '6m', '12m') then rtrim(${plan}, 'm')::smallint end,
             case when ${plan} not in ('1m', '3m', '6m', '12m') then ${plan} end,
             list_cents, list_cents - total_cents,
             case when total_cents < list_cents then code end
        from placed, (select renewal_list_price(id) as list_cents, code
                        from renewals where id = ${renewal.id}) as renewed
    )
    select id from placed`.execute(tx)
  return rows[0]!.id
}
