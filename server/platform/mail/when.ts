import { longDay, longMoment } from '#contract/wire/time-zone.ts'
import type { Sender } from './frame.ts'

/** Formats as `November 22, 2026`, in the shop's time zone. */
export const dayOf = ({ timeZone }: Sender, at: Date) => longDay(at, timeZone)

/** Formats as `November 22, 2026 at 2:05 PM GMT+1`, in the shop's time zone. */
export const momentOf = ({ timeZone }: Sender, at: Date) => longMoment(at, timeZone)
