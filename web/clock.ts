/**
 * How many milliseconds the shop's clock is ahead of the machine's, because the sandbox can move it
 * in test mode. While rendering on the server, the server's module sets it. The page passes it to
 * the browser.
 */
const shared = Symbol.for('loadout clock ahead')

const start = () =>
  typeof document === 'undefined'
    ? ((globalThis as Record<symbol, unknown>)[shared] as number | undefined)
    : Number(document.querySelector<HTMLMetaElement>('meta[name="clock-ahead"]')?.content)

let given: number | undefined

export function clockAhead(): number {
  return given ?? (start() || 0)
}

/** Follows the shop's clock by the response header that is sent once the clock has been moved. */
export function followClock(header: string | null) {
  if (header !== null) given = Number(header) || 0
}

/** The shop's time, in milliseconds since 1970. */
export function shopNow(): number {
  return Date.now() + clockAhead()
}
