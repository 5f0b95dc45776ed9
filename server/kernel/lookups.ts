import dns, { type LookupOptions } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

type Told = (...answer: unknown[]) => void
type Ask = (name: string, options: LookupOptions, told: Told) => void

/**
 * What no name server has said by then counts as not found, for now; in milliseconds. The system goes on
 * to a second name server after five seconds.
 */
const answerWithin = 8000

/**
 * Has all who look the same name up at once wait for one answer. The system asks in two threads, each
 * of which is gone for some ten seconds where no name server answers: many calls to one such name
 * would hold up every other name, the database's too, and a limit in time frees none of them. Who asks
 * waits for so long: time limits of calls mostly begin once there is a connection.
 */
export function shareLookups(within = answerWithin) {
  const system = dns.lookup
  const ask = system as unknown as Ask
  const waiting = new Map<string, Told[]>()

  function lookup(name: string, given: LookupOptions | number | null | Told, callback?: Told) {
    const told = callback ?? (given as Told)
    const options: LookupOptions =
      typeof given === 'number' ? { family: given } : ((callback && (given as LookupOptions)) ?? {})
    // What is asked wrongly throws, to whoever asked.
    if (typeof told !== 'function' || typeof name !== 'string') return ask(name, options, told)
    const { family, hints, all, order, verbatim } = options
    const key = JSON.stringify([name, family, hints, all, order, verbatim])
    const others = waiting.get(key)
    if (others) return void others.push(inTime(name, told, within))
    const together: Told[] = []
    ask(name, options, (error, found, ...rest) => {
      waiting.delete(key)
      // Each has its own, and one that throws keeps it from nobody.
      for (const each of together)
        queueMicrotask(() =>
          each(error, Array.isArray(found) ? structuredClone(found) : found, ...rest),
        )
    })
    // Only now: where options are wrong, asking has thrown, and nobody waits or is told a second time.
    together.push(inTime(name, told, within))
    waiting.set(key, together)
  }

  // With what `promisify` reads of it.
  Object.defineProperties(lookup, Object.getOwnPropertyDescriptors(system))
  dns.lookup = lookup as unknown as typeof dns.lookup
  syncBuiltinESMExports()
  return () => {
    dns.lookup = system
    syncBuiltinESMExports()
  }
}

/** Tells once, after so many milliseconds at the latest. */
function inTime(name: string, told: Told, ms: number): Told {
  let open = true
  const timer = setTimeout(() => {
    open = false
    const failure = { code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname: name }
    told(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), failure))
  }, ms)
  return (...answer) => {
    clearTimeout(timer)
    if (open) told(...answer)
  }
}
