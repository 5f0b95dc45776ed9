import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** A response that takes longer counts as missing, in milliseconds. */
const patience = 60_000
/**
 * An idle connection is closed before the server closes it, in milliseconds. A request at the
 * moment when the server closes the connection would be reset.
 */
const idleWithin = 65_000

export type Call = { kind: string; method?: string; path: string; body?: object; cookie?: string }
export type Answered = {
  kind: string
  status: number | 'reset' | 'refused' | 'hung'
  ms: number
  body: string
}

/** Sends one call over a keep-alive connection. Never rejects. */
export function call(
  url: string,
  agent: Agent,
  { kind, method = 'GET', path, body, cookie }: Call,
) {
  const began = performance.now()
  return new Promise<Answered>((resolve) => {
    const end = (status: Answered['status'], text = '') =>
      resolve({ kind, status, ms: performance.now() - began, body: text })
    const headers = {
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const asked = request(
      `${url}${path}`,
      { method, agent, headers, timeout: patience },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        answer.on('end', () => end(answer.statusCode!, text))
        answer.on('error', () => end('reset'))
      },
    )
    asked.on('timeout', () => {
      end('hung')
      asked.destroy()
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    )
    asked.end(body ? JSON.stringify(body) : undefined)
  })
}

/**
 * Sends each call once, several dozen concurrently. Returns the responses in the order of the
 * calls.
 */
export async function callAll(url: string, calls: readonly Call[]): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 40, timeout: idleWithin })
  const answers = await Promise.all(calls.map((each) => call(url, agent, each)))
  agent.destroy()
  return answers
}

/**
 * Repeats the calls in turn, `perSecond` of them, until stopped. At most `atMost` are open at the
 * same time: otherwise the callers would overload the shop on a slow machine, which is not a fault
 * of the shop.
 */
export function startCalling(
  url: string,
  calls: readonly Call[],
  perSecond: number,
  atMost = perSecond,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: idleWithin })
  const underway = new Set<Promise<Answered>>()
  const answers: Answered[] = []
  let stopped = false
  const calling = (async () => {
    for (let n = 0; !stopped; n += 1) {
      if (underway.size >= atMost) await Promise.race(underway)
      const answer = call(url, agent, calls[n % calls.length]!)
      underway.add(answer)
      void answer.then((got) => {
        answers.push(got)
        underway.delete(answer)
      })
      await delay(1000 / perSecond)
    }
  })()
  return {
    answers,
    /** Waits for the outstanding responses. */
    async stop() {
      stopped = true
      await calling
      await Promise.all(underway)
      agent.destroy()
      return answers
    },
  }
}

/** `812 × 200, 14 × 503, longest 1.2 s (order 503)`. */
export function summarise(answers: readonly Answered[]): string {
  const counts = new Map<string, number>()
  for (const { status } of answers)
    counts.set(String(status), (counts.get(String(status)) ?? 0) + 1)
  const parts = [...counts].sort().map(([status, count]) => `${count} × ${status}`)
  const [longest] = answers.toSorted((a, b) => b.ms - a.ms)
  if (!longest) return 'nothing'
  const { ms, kind, status } = longest
  return `${parts.join(', ')}, longest ${(ms / 1000).toFixed(1)} s (${kind} ${status})`
}
