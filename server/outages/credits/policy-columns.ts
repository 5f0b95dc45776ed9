import { sql } from 'kysely'
import type { countedStates, modes, roundings } from '#contract/outages/credits.ts'

/** Products without a row in `time_policies`, which must be left-joined, have the defaults. */
export const policyOf = {
  states: sql<
    (typeof countedStates)[number][]
  >`coalesce(time_policies.states, '{maintenance,offline}')`,
  from_minutes: sql<number>`coalesce(time_policies.from_minutes, 60)`,
  mode: sql<(typeof modes)[number]>`coalesce(time_policies.mode, 'credit')`,
  rounding: sql<(typeof roundings)[number]>`coalesce(time_policies.rounding, 'second')`,
  percent: sql<number>`coalesce(time_policies.percent, 100)`,
}
