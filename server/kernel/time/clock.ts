let ahead = 0

/**
 * Stored on the global object because the bundle of the pages has its own module instances:
 * `web/clock.ts` reads it there.
 */
const shared = Symbol.for('loadout clock ahead')

/**
 * The shop's time. In test mode the sandbox may have moved it forward (docs/decisions/clock.md). To
 * measure durations, use `performance.now()`.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: () => Date.now() + ahead,
  date: () => new Date(Date.now() + ahead),
  /**
   * The machine's own time, for values that the machine dates, such as files and other programs.
   */
  machine: () => Date.now(),
  /** How many milliseconds the shop's clock is ahead of the machine's. */
  ahead: () => ahead,
}

/**
 * Called by the code that follows the database's clock, and by stand-ins that are notified of a
 * move.
 */
export function setAhead(milliseconds: number) {
  ahead = milliseconds
  Object.assign(globalThis, { [shared]: milliseconds })
}
