import { bom, csvRow } from '#contract/wire/csv.ts'
import type { ListedDiscount } from './staff-discounts.ts'

/** The header row. */
export const csvHead = `${bom}Code,Product,Type,Amount,Start,End,Uses,Max uses,Max uses per customer,Minimum order,First order only,Discounted renewals\r\n`

type Entry = Omit<ListedDiscount, 'start_date' | 'end_date'> &
  Record<'start_date' | 'end_date', string | Date>

/** A discount code as a row in the format of RFC 4180. */
export function csvLine(discount: Entry): string {
  return csvRow([
    discount.code,
    discount.product_name,
    discount.type === 1 ? 'percent' : 'amount',
    String(discount.amount),
    new Date(discount.start_date).toISOString(),
    new Date(discount.end_date).toISOString(),
    String(discount.used_count),
    String(discount.max_uses),
    String(discount.max_per_customer),
    String(discount.min_order),
    discount.first_order ? 'yes' : 'no',
    String(discount.renewals),
  ])
}
