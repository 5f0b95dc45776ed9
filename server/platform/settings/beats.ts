import { sql } from 'kysely'

/** A session ends after this many missed heartbeats. */
export const missedBeats = 3

/** In seconds, over `settings`. A session uses its last interval until it receives the new one. */
export const slowestBeat = sql<number>`greatest(beat_seconds, case when former_beats_until > now() then former_beat_seconds end)`
