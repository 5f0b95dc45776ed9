import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/database/retention.ts'
import { missedBeats, slowestBeat } from '#server/platform/settings/beats.ts'

export const loaderRetention: readonly RetentionRule[] = [
  {
    what: 'Loader sessions without heartbeats (they end)',
    table: 'loader_sessions',
    since: 'beat_at',
    keeps: `${missedBeats} heartbeats`,
    interval: sql`(select make_interval(secs => ${missedBeats} * ${slowestBeat}) from settings)`,
    where: sql`ended_at is null`,
    set: sql`ended_at = now()`,
    every: '10 minutes',
  },
  {
    what: 'Codes for linking loaders',
    table: 'loader_pairings',
    since: 'expires_at',
    // Until then they count towards the hourly limit.
    keeps: '2 hours',
    every: 'hour',
  },
  {
    what: 'Ended loader sessions',
    table: 'loader_sessions',
    since: 'ended_at',
    keeps: '30 days',
  },
  {
    what: 'Unused linked loaders',
    table: 'loader_tokens',
    since: 'last_used_at',
    keeps: '90 days',
  },
  {
    what: 'Devices that used a build',
    table: 'build_computers',
    since: 'seen_at',
    keeps: '1 day',
    every: 'hour',
  },
]
