let ahead = 0

/** Global, because the pages' bundle has its own module instances: `web/clock.ts` reads it. */
const shared = Symbol.for('loadout clock ahead')

/** Test mode may move it: docs/decisions/clock.md. Measure durations with `performance.now()`. */
export const clock = {
  /** Milliseconds since 1970. */
  now: () => Date.now() + ahead,
  date: () => new Date(Date.now() + ahead),
  /** For values that the machine dates, such as files and other programs. */
  machine: () => Date.now(),
  /** How many milliseconds the shop's clock is ahead of the machine's. */
  ahead: () => ahead,
}

/** Called by code that follows the database's clock, and by stand-ins. */
export function setAhead(milliseconds: number) {
  ahead = milliseconds
  Object.assign(globalThis, { [shared]: milliseconds })
}
