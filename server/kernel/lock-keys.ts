/**
 * Numbers of the advisory locks that last for a session, in one list so that no two are the same: whoever
 * asked for the lock of another would wait for it, or be told that it is taken. A lock that a transaction
 * takes has a name instead: see named-lock.ts.
 */
export const lockKeys = {
  migrating: 7_213_340_001,
  movingClock: 7_213_340_002,
  /** Held while a backup is made, so that of two at once only one goes on. */
  backingUp: 7_213_340_012,
  /** Held exclusively while a backup is made, and shared by whoever deletes what a backup copies. */
  keptWhole: 7_213_340_013,
  movingFiles: 7_213_340_014,
  /** Held, shared, by every process in test mode. */
  inTestMode: 7_213_340_015,
  /** Held during a restore: undoing a failed restore would also undo a second one in the same database. */
  restoring: 7_213_340_016,
} as const
