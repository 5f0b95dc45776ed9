/**
 * Keys of the advisory locks that last for a session. They are in one list so that no two are
 * equal. For locks of a transaction, see named-lock.ts.
 */
export const lockKeys = {
  migrating: 7_213_340_001,
  movingClock: 7_213_340_002,
  /** Held while a backup runs, so that only one of two concurrent backups continues. */
  backingUp: 7_213_340_012,
  /**
   * Held exclusively while a backup runs, and shared by code that deletes data that a backup
   * copies.
   */
  keptWhole: 7_213_340_013,
  movingFiles: 7_213_340_014,
  /** Held, shared, by every process in test mode. */
  inTestMode: 7_213_340_015,
  /**
   * Held during a restore: undoing a failed restore would also undo a second one in the same
   * database.
   */
  restoring: 7_213_340_016,
} as const
