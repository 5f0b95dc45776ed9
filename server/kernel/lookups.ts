import dns, { type LookupAllOptions, type LookupOptions } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

type Told = (...answer: unknown[]) => void
type Ask = (name: string, options: LookupOptions, told: Told) => void

/** What no name server has said by then counts as not found, for now; in milliseconds. */
const answerWithin = 5000

/**
 * Has all who look the same name up at once wait for one answer. The system asks in two threads, each
 * of which is gone for some ten seconds where no name server answers: many calls to one such name
 * would hold up every other name, the database's too, and a limit in time frees none of them. Who asks
 * waits for five seconds: time limits of calls mostly begin once there is a connection.
 */
export function shareLookups(within = answerWithin) {
  const system = dns.lookup
  const ask = system as unknown as Ask
  const waiting = new Map<string, Told[]>()

  function lookup(name: string, given: LookupOptions | number | Told, callback?: Told) {
    const told = callback ?? (given as Told)
    const options =
      typeof given === 'object' ? given : typeof given === 'number' ? { family: given } : {}
    // What is asked wrongly throws, to whoever asked.
    if (typeof told !== 'function' || typeof name !== 'string') return ask(name, options, told)
    const { family, hints, all, order, verbatim } = options as LookupAllOptions
    const key = JSON.stringify([name, family, hints, all, order, verbatim])
    const patient = inTime(name, told, within)
    const others = waiting.get(key)
    if (others) return void others.push(patient)
    const together = [patient]
    ask(name, options, (...answer) => {
      waiting.delete(key)
      for (const each of together) each(...answer)
    })
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
