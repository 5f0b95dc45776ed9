let ahead = 0

/** On the global object, as the pages' bundle has modules of its own: `web/clock.ts` reads it there. */
const shared = Symbol.for('loadout clock ahead')

/**
 * The shop's time. It is the machine's but for test mode, where the sandbox's clock may have been
 * moved forward: see docs/decisions/clock.md. What measures how long something takes asks
 * `performance.now()` instead.
 */
export const clock = {
  /** Milliseconds since 1970. */
  now: () => Date.now() + ahead,
  date: () => new Date(Date.now() + ahead),
  /** The machine's own, for what the machine dates: files, and other programs. */
  machine: () => Date.now(),
  /** By how many milliseconds it is ahead of the machine's. */
  ahead: () => ahead,
}

/** For who follows the database's clock, and the stand-ins that are told. */
export function setAhead(milliseconds: number) {
  ahead = milliseconds
  Object.assign(globalThis, { [shared]: milliseconds })
}
