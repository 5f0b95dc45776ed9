import { longDay, longMoment } from '#contract/time-zone.ts'
import type { Sender } from './frame.ts'

/** `November 22, 2026`, where the shop is. */
export const dayOf = ({ timeZone }: Sender, at: Date) => longDay(at, timeZone)

/** `November 22, 2026 at 2:05 PM GMT+1`, where the shop is. */
export const momentOf = ({ timeZone }: Sender, at: Date) => longMoment(at, timeZone)
