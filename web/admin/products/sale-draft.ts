import { discountFaults } from '#contract/catalogue/staff-discounts.ts'
import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import { shopNow } from '#web/clock.ts'
import { readPercent } from '../amounts.ts'
import { fromEditedTime, fromLocalTime, toLocalTime } from '../local-time.ts'

type Sale = NonNullable<StaffProduct['planned_sale']>

/** A sale as typed, with the stored sale if it is not new. */
export type SaleDraft = { percent: string; from: string; to: string; stored?: Sale }

const week = 7 * 86_400_000

/** 20% off from now for a week. */
export const newSale = (now = shopNow()): SaleDraft => ({
  percent: '20',
  from: toLocalTime(new Date(now)),
  to: toLocalTime(new Date(now + week)),
})

export const saleDraftOf = (sale: StaffProduct['planned_sale']): SaleDraft | null =>
  sale && {
    percent: String(sale.percent),
    from: toLocalTime(sale.from),
    to: toLocalTime(sale.to),
    stored: sale,
  }

/** Returns the error of each field. */
export function faultsOfSale({ percent, from, to }: SaleDraft): {
  [Field in 'percent' | 'from' | 'to']: string | undefined
} {
  const off = readPercent(percent)
  const [start, end] = [fromLocalTime(from), fromLocalTime(to)]
  const isAfter = !start || !end || end > start
  return {
    percent: off >= 1 && off <= 90 ? undefined : 'Enter a whole number from 1 to 90 percent',
    from: start ? undefined : 'Enter the start of the sale',
    to: end ? (isAfter ? undefined : discountFaults.end) : 'Enter the end of the sale',
  }
}

/** Returns the first error. */
export function problemOfSale(draft: SaleDraft): string | undefined {
  const { percent, from, to } = faultsOfSale(draft)
  return percent ?? from ?? to
}

/** The sale as the endpoint expects it. */
export const saleBody = (draft: SaleDraft | null) =>
  draft && {
    percent: readPercent(draft.percent),
    from: fromEditedTime(draft.from, draft.stored?.from)!,
    to: fromEditedTime(draft.to, draft.stored?.to)!,
  }

/** The status of a sale at a time in milliseconds. */
export function stateOfSale(
  { from, to }: SaleDraft,
  now: number,
): 'Scheduled' | 'Running' | 'Ended' {
  if (now < Date.parse(from)) return 'Scheduled'
  return now < Date.parse(to) ? 'Running' : 'Ended'
}
