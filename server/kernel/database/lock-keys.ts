/** All session locks are in one list, so that no two keys are equal. See also named-lock.ts. */
export const lockKeys = {
  migrating: 7_213_340_001,
  movingClock: 7_213_340_002,
  /** Held while a backup runs, so that only one of two concurrent backups continues. */
  backingUp: 7_213_340_012,
  /** Held exclusively by a backup, and shared by code that deletes data that a backup copies. */
  keptWhole: 7_213_340_013,
  movingFiles: 7_213_340_014,
  /** Held, shared, by every process in test mode. */
  inTestMode: 7_213_340_015,
  /** Undoing a failed restore would also undo another one in the same database. */
  restoring: 7_213_340_016,
} as const
