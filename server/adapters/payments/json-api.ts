import * as z from 'zod'
import { whyUnreached } from '#server/kernel/unreached.ts'
import { ProviderDown, ProviderRefused } from './payments.ts'

type Options = {
  /** Whose, as errors say it. */
  provider: string
  /** What stands before every path. */
  url: string
  headers: Record<string, string>
  timeoutMs?: number
}

export type AskJson = <S extends z.ZodType>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  schema: S,
  body?: object,
) => Promise<z.output<S>>

/** Refusals of the key or of the pace, not of the call: the same may work another time. */
const later = [401, 403, 408, 429]

/** Calls an API that speaks JSON; throws ProviderRefused for its 4xx and ProviderDown otherwise. */
export function jsonApi({ provider, url, headers, timeoutMs = 10_000 }: Options): AskJson {
  return async function ask(method, path, schema, body) {
    const what = `${provider}, ${method} ${shownPath(path)}`
    const { status, text, location } = await send()
    if (location) throw new ProviderDown(`${what}: ${status} leads to ${location.slice(0, 300)}`)
    if (status >= 400 && status < 500 && !later.includes(status))
      throw new ProviderRefused(`${what}: ${status} ${saidIn(text)}`)
    if (status >= 300) throw new ProviderDown(`${what}: ${status} ${saidIn(text)}`)
    const parsed = schema.safeParse(asJson(text))
    if (parsed.success) return parsed.data
    throw new ProviderDown(`${what}: not understood, ${parsed.error.issues[0]?.message}`)

    async function send() {
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
          body: body && JSON.stringify(body),
          // Followed, a key would go wherever the answer says, or be left out and pass for a wrong one.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
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

/** As errors say it. Whoever knows the id of a pull payment may ask for its coins. */
const shownPath = (path: string) => path.split('?')[0]!.replace(/(\/pull-payments\/)[^/]+/, '$1…')

/** What an API says of its refusal. Any other text is left out: whose server was asked is not certain. */
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
