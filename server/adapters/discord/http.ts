import { whyUnreached } from '#server/kernel/network/unreached.ts'
import { DiscordBusy, DiscordDown, DiscordRefused } from './discord.ts'

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  form?: Record<string, string>
  json?: object
}

type Options = { apiBase: string; userAgent: string; timeoutMs?: number }

/** Waits after a 429, and once Discord reports that no calls are left. */
export function caller({ apiBase, userAgent, timeoutMs = 10_000 }: Options) {
  let pausedUntil = 0

  return async function call({ method, path, headers, form, json }: Call): Promise<unknown> {
    const pause = pausedUntil - performance.now()
    if (pause > 0) throw new DiscordBusy(pause / 1000)
    // Account ids do not belong in a log.
    const what = `Discord, ${method} ${path.replace(/\d{5,}/g, '…')}`
    const response = await send()
    const left = response.headers.get('x-ratelimit-remaining')
    if (left === '0') pauseFor(seconds(response.headers.get('x-ratelimit-reset-after')) ?? 0)
    const body = await read(response)
    if (response.status === 429) {
      const retryAfter = seconds(response.headers.get('retry-after')) ?? 5
      pauseFor(retryAfter)
      throw new DiscordBusy(retryAfter)
    }
    if (response.ok) return body
    if (response.status >= 500 || response.status === 408)
      throw new DiscordDown(`${what}: ${response.status}`, {
        mayHaveArrived: response.status === 504 || response.status === 408,
      })
    const { code, message, error } = (body ?? {}) as Record<string, unknown>
    throw new DiscordRefused(
      typeof code === 'number' && code > 0 ? code : response.status,
      String(message ?? error ?? response.statusText).slice(0, 300),
    )

    async function send() {
      try {
        return await fetch(`${apiBase}${path}`, {
          method,
          headers: {
            'user-agent': userAgent,
            ...(json && { 'content-type': 'application/json' }),
            ...headers,
          },
          // The token endpoint only accepts a form.
          ...(form && { body: new URLSearchParams(form) }),
          ...(json && { body: JSON.stringify(json) }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        throw new DiscordDown(`${what}: ${whyUnreached(error)}`, {
          cause: error,
          mayHaveArrived: !neverLeft.has(codeOf(error)),
        })
      }
    }

    async function read(answer: Response): Promise<unknown> {
      try {
        const text = await answer.text()
        return text ? JSON.parse(text) : null
      } catch (error) {
        if (!answer.ok) return null
        throw new DiscordDown(`${what}: invalid response`, { cause: error, mayHaveArrived: true })
      }
    }
  }

  function pauseFor(duration: number) {
    pausedUntil = Math.max(pausedUntil, performance.now() + duration * 1000)
  }
}

/** No connection was made, so the request was not sent. */
const neverLeft: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const codeOf = (error: unknown) =>
  ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code

function seconds(header: string | null): number | undefined {
  const value = Number(header)
  return header !== null && Number.isFinite(value) && value >= 0 ? Math.min(value, 3600) : undefined
}
