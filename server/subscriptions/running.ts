import { type RawBuilder, sql } from 'kysely'
import { standsStill } from './still.ts'

const runningAt = (moment: RawBuilder<unknown>) => sql<boolean>`
  (subscriptions.ends_at > ${moment} or ${standsStill('subscriptions')})`

/** A subscription that has not expired or is frozen. */
export const running = runningAt(sql`now()`)

/** For a transaction that has written to the ledger, which may have ended a run since it began. */
export const stillRunning = runningAt(sql`clock_timestamp()`)
