import type { StaffProduct } from '#contract/staff-products.ts'
import { shopNow } from '#web/clock.ts'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** A sale as it is typed. */
export type SaleDraft = { percent: string; from: string; to: string }

const week = 7 * 86_400_000

/** A fifth off, from now on, for a week. */
export const newSale = (now = shopNow()): SaleDraft => ({
  percent: '20',
  from: toLocalTime(new Date(now)),
  to: toLocalTime(new Date(now + week)),
})

export const saleDraftOf = (sale: StaffProduct['planned_sale']): SaleDraft | null =>
  sale && { percent: String(sale.percent), from: toLocalTime(sale.from), to: toLocalTime(sale.to) }

/** What is wrong with a sale, as a sentence. */
export function problemOfSale({ percent, from, to }: SaleDraft): string | undefined {
  const [start, end] = [fromLocalTime(from), fromLocalTime(to)]
  if (!/^[1-9]\d?$/.test(percent.trim()) || Number(percent) > 90)
    return 'A sale takes off a whole number from 1 to 90 percent'
  if (!start || !end) return 'Enter when the sale begins and ends'
  if (end <= start) return 'The end must be after the start'
}

/** As the call wants it. */
export const saleBody = (draft: SaleDraft | null) =>
  draft && {
    percent: Number(draft.percent),
    from: fromLocalTime(draft.from)!,
    to: fromLocalTime(draft.to)!,
  }

/** Where a sale stands at a time in milliseconds. */
export function stateOfSale({ from, to }: SaleDraft, now: number): 'To come' | 'Running' | 'Over' {
  if (now < Date.parse(from)) return 'To come'
  return now < Date.parse(to) ? 'Running' : 'Over'
}
