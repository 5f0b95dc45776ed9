import { sql } from 'kysely'
import type { RetentionRule } from '#server/kernel/retention.ts'
import { missedBeats, slowestBeat } from '#server/settings/beats.ts'

export const loaderRetention: readonly RetentionRule[] = [
  {
    what: 'Sessions of loaders that missed their heartbeats: they end',
    table: 'loader_sessions',
    since: 'beat_at',
    keeps: `${missedBeats} heartbeats`,
    interval: sql`(select make_interval(secs => ${missedBeats} * ${slowestBeat}) from settings)`,
    where: sql`ended_at is null`,
    set: sql`ended_at = now()`,
    every: '10 minutes',
  },
  {
    what: 'Codes that loaders were paired by',
    table: 'loader_pairings',
    since: 'expires_at',
    // Until then they count towards the hourly limit.
    keeps: '2 hours',
    every: 'hour',
  },
  {
    what: 'Sessions of loaders that ended',
    table: 'loader_sessions',
    since: 'ended_at',
    keeps: '30 days',
  },
  {
    what: 'Pairings that no loader uses',
    table: 'loader_tokens',
    since: 'last_used_at',
    keeps: '90 days',
  },
  {
    what: 'Computers that asked with a build',
    table: 'build_computers',
    since: 'seen_at',
    keeps: '1 day',
    every: 'hour',
  },
]
