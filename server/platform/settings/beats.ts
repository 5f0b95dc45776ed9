import { sql } from 'kysely'

/** A session ends after this many missed heartbeats. */
export const missedBeats = 3

/**
 * The longest heartbeat interval still in use, in seconds, over `settings`. A session uses the
 * interval that it received last, until it receives the new one.
 */
export const slowestBeat = sql<number>`greatest(beat_seconds, case when former_beats_until > now() then former_beat_seconds end)`
