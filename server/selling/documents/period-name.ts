import { isoDay, monthIn } from '#contract/wire/time-zone.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Period } from './export.ts'

/** In days of the shop: `2026-10` for a month, or the first and last day; else the export's day. */
export function periodName({ start_time: from, end_time: last }: Period, timeZone: string): string {
  const day = (at: Date) => isoDay(at, timeZone)
  if (!from) return last ? `until-${day(last)}` : day(clock.date())
  if (!last) return `from-${day(from)}`
  const month = day(from).slice(0, 7)
  const whole = monthIn(month, timeZone)
  const isWhole =
    from.getTime() === whole.from.getTime() && last.getTime() === whole.until.getTime() - 1
  return isWhole ? month : `${day(from)}-to-${day(last)}`
}
