import dns, { type LookupOptions } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

type Told = (...answer: unknown[]) => void
type Ask = (name: string, options: LookupOptions, told: Told) => void

/** In milliseconds. The system tries a second name server after five seconds. */
const answerWithin = 8000

/**
 * Concurrent lookups of a name share one query, because the system has two threads for them, and an
 * unanswered query blocks one for ten seconds. Most calls only start their timeout afterwards, so
 * `within` limits the lookup.
 */
export function shareLookups(within = answerWithin) {
  const system = dns.lookup
  const ask = system as unknown as Ask
  const waiting = new Map<string, Told[]>()

  function lookup(name: string, given: LookupOptions | number | null | Told, callback?: Told) {
    const told = callback ?? (given as Told)
    const options: LookupOptions =
      typeof given === 'number' ? { family: given } : ((callback && (given as LookupOptions)) ?? {})
    if (typeof told !== 'function' || typeof name !== 'string') return ask(name, options, told)
    const { family, hints, all, order, verbatim } = options
    const key = JSON.stringify([name, family, hints, all, order, verbatim])
    const others = waiting.get(key)
    if (others) return void others.push(inTime(name, told, within))
    const together: Told[] = []
    ask(name, options, (error, found, ...rest) => {
      waiting.delete(key)
      // An exception in one callback must not affect the others.
      for (const each of together)
        queueMicrotask(() =>
          each(error, Array.isArray(found) ? structuredClone(found) : found, ...rest),
        )
    })
    // Only now: if the options are invalid, `ask` has thrown and no callback is waiting.
    together.push(inTime(name, told, within))
    waiting.set(key, together)
  }

  // Copies the properties that `promisify` reads.
  Object.defineProperties(lookup, Object.getOwnPropertyDescriptors(system))
  dns.lookup = lookup as unknown as typeof dns.lookup
  syncBuiltinESMExports()
  return () => {
    dns.lookup = system
    syncBuiltinESMExports()
  }
}

/** Calls back once, at the latest after `ms` milliseconds. */
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
