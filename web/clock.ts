/**
 * By how many milliseconds the shop's clock is ahead of the machine's: in test mode the sandbox can
 * move it. The server's own module says so while it draws a page, the page to the browser.
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

/** Follows the shop's clock by the header that answers carry once that clock was moved. */
export function followClock(header: string | null) {
  if (header !== null) given = Number(header) || 0
}

/** The shop's time, in milliseconds since 1970. */
export function shopNow(): number {
  return Date.now() + clockAhead()
}
