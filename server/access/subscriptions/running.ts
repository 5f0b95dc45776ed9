import { type RawBuilder, sql } from 'kysely'
import { standsStill } from './still.ts'

const runningAt = (moment: RawBuilder<unknown>) => sql<boolean>`
  (subscriptions.ends_at > ${moment} or ${standsStill('subscriptions')})`

export const running = runningAt(sql`now()`)

/** The same by the clock, for a transaction that may itself have ended a subscription. */
export const runningNow = runningAt(sql`clock_timestamp()`)
