let ahead = 0

/** Global, because the pages' bundle has its own module instances: `web/clock.ts` reads it. */
const shared = Symbol.for('loadout clock ahead')

/** The shop's time, which test mode may move (docs/decisions/clock.md). Not for durations. */
export const clock = {
  /** Milliseconds since 1970. */
  now: () => Date.now() + ahead,
  date: () => new Date(Date.now() + ahead),
  /** The machine's own time, for values that the machine dates, such as files. */
  machine: () => Date.now(),
  /** How many milliseconds the shop's clock is ahead of the machine's. */
  ahead: () => ahead,
}

/** Called by code that follows the database's clock, and by stand-ins when the clock moves. */
export function setAhead(milliseconds: number) {
  ahead = milliseconds
  Object.assign(globalThis, { [shared]: milliseconds })
}
