import { sql } from 'kysely'

/** So many heartbeats that are missed end a session. */
export const missedBeats = 3

/**
 * The slowest beat that still counts, in seconds, over `settings`: a session beats by what it was told
 * last, and is judged by that until it has been told anew.
 */
export const slowestBeat = sql<number>`greatest(beat_seconds, case when former_beats_until > now() then former_beat_seconds end)`
