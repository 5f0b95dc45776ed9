import * as z from 'zod'
import { whyUnreached } from '#server/kernel/network/unreached.ts'
import { ProviderDown, ProviderRefused } from './payments.ts'

type Options = {
  provider: string
  url: string
  headers: Record<string, string>
  timeoutMs?: number
}

export type AskJson = <S extends z.ZodType>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  schema: S,
  body?: object,
  limitMs?: number,
) => Promise<z.output<S>>

/** Statuses that reject the key or the rate of calls, not the call itself. A retry may succeed. */
const later = [401, 403, 408, 429]

/** Throws ProviderRefused for a 4xx that rejects the call, and ProviderDown for other failures. */
export function jsonApi({ provider, url, headers, timeoutMs = 10_000 }: Options): AskJson {
  return async function ask(method, path, schema, body, limitMs = timeoutMs) {
    const what = `${provider}, ${method} ${shownPath(path)}`
    const { status, text, location } = await send()
    if (location) {
      const target = shownTarget(location, url, path)
      throw new ProviderDown(`${what}: ${status} redirects to ${target}`)
    }
    if (status >= 400 && status < 500 && !later.includes(status))
      throw new ProviderRefused(`${what}: ${status} ${saidIn(text)}`)
    if (status >= 300) throw new ProviderDown(`${what}: ${status} ${saidIn(text)}`)
    const parsed = schema.safeParse(asJson(text))
    if (parsed.success) return parsed.data
    throw new ProviderDown(`${what}: invalid response, ${parsed.error.issues[0]?.message}`)

    async function send() {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          body: body && JSON.stringify(body),
          // A followed redirect would send the key to any address in the response, or drop it,
          // which would look like a wrong key.
          redirect: 'manual',
          signal: AbortSignal.timeout(limitMs),
        })
        const { status, headers: said } = response
        const location = status >= 300 && status < 400 && said.get('location')
        return { status, text: await response.text(), location }
      } catch (error) {
        throw new ProviderDown(`${what}: ${whyUnreached(error)}`, { cause: error })
      }
    }
  }
}

/** Hides the id of a pull payment, because anyone who knows it may claim the coins. */
const shownPath = (path: string) => path.split('?')[0]!.replace(/(\/pull-payments\/)[^/]+/, '$1…')

/** Only complete if the whole API moved: the path on another server may contain secrets. */
function shownTarget(location: string, url: string, path: string): string {
  const from = new URL(url + path)
  const to = URL.parse(location, from)
  if (!to || to.origin === 'null') return 'another page'
  if (to.search === from.search && to.pathname.endsWith(path.split('?')[0]!)) {
    return `${to.origin}${to.pathname}`.slice(0, 300)
  }
  return to.origin === from.origin ? 'another page' : to.origin
}

/** Omits texts that are not an API's reason, because another server may have responded. */
function saidIn(text: string): string {
  const said = failure.safeParse(asJson(text))
  if (/^\s*<(!doctype|html)\b/i.test(text)) return 'a web page'
  if (!said.success) return 'without a reason'
  return said.data
    .map(({ message }) => message)
    .join(', ')
    .slice(0, 300)
}

const message = z.object({ message: z.string() })
const failure = z.union([message.transform((one) => [one]), z.array(message).min(1)])

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
