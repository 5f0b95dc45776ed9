import { expect, onTestFinished, vi } from 'vitest'
import * as z from 'zod'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { type CodeOf, fill, refusalsOf } from '#contract/wire/refusals.ts'

type Answer<E extends Endpoint> = Result<E> | Response
type Handler<E extends Endpoint> = (input: Input<E>) => Answer<E> | Promise<Answer<E>>
type Stub = { endpoint: Endpoint; handle: Handler<Endpoint> }
type Parts = { params: Record<string, string>; query: Record<string, string>; body?: unknown }

/**
 * Replaces `fetch` until the test ends. The test fails if the page calls an endpoint without an
 * answer, or with an input that the contract refuses. Answers must match the contract too.
 */
export function fakeApi() {
  const stubs: Stub[] = []
  const calls: { endpoint: Endpoint; input: Parts }[] = []
  const faults: string[] = []

  async function respond(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'https://loadout.test')
    const method = init.method ?? 'GET'
    for (const { endpoint, handle } of stubs) {
      const params = endpoint.method === method && paramsOf(endpoint, url.pathname)
      if (!params) continue
      const input = inputOf(params, url, init)
      checkInput(endpoint, input)
      calls.push({ endpoint, input })
      const answer = await unlessAborted(init.signal, handle(input as Input<Endpoint>))
      return answer instanceof Response ? answer : encode(endpoint, answer)
    }
    throw new Error('There is no answer to this call')
  }

  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    try {
      return await respond(address, init)
    } catch (error) {
      // The page handles errors of a call, so the test reports them at its end.
      if (!init?.signal?.aborted && error !== unreached)
        faults.push(`${init?.method ?? 'GET'} ${address}: ${error}`)
      throw error
    }
  })
  onTestFinished(() => expect(faults).toEqual([]))

  return {
    /** Answers the endpoint's calls from now on, with a result or a function of the input. */
    on<E extends Endpoint>(endpoint: E, answer: Answer<E> | Handler<E>) {
      const handle = typeof answer === 'function' ? answer : () => reuse(answer)
      stubs.unshift({ endpoint, handle: handle as Handler<Endpoint> })
    },
    /** The inputs of the endpoint's calls so far. */
    callsOf: <E extends Endpoint>(endpoint: E) =>
      calls.filter((call) => call.endpoint === endpoint).map(({ input }) => input as Input<E>),
  }
}

/** A refusal that the endpoint declares. */
export function refused<E extends Endpoint>(
  endpoint: E,
  code: CodeOf<E>,
  values: Record<string, string | number> = {},
): Response {
  const declared = refusalsOf(endpoint).find((refusal) => refusal.code === code)
  if (!declared) throw new Error(`${endpoint.path} is not refused with ${code}`)
  const detail = fill(declared.sentence, values)
  return Response.json({ code, detail }, { status: declared.status })
}

/** The answer of a proxy that does not reach the shop. */
export const badGateway = () => new Response('<h1>Bad gateway</h1>', { status: 502 })

const unreached = new TypeError('Failed to fetch')

/** A call that fails on the network. */
export const unreachable = (): Promise<never> => Promise.reject(unreached)

async function unlessAborted<T>(signal: AbortSignal | null | undefined, answer: T) {
  if (!signal) return answer
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  return Promise.race([answer, promise]).finally(() => signal.removeEventListener('abort', stop))
}

/** A body can be read only once. */
const reuse = <T>(answer: T) => (answer instanceof Response ? (answer.clone() as T) : answer)

function paramsOf({ path }: Endpoint, pathname: string): Record<string, string> | undefined {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^/api${pattern}$`).exec(pathname)
  return match
    ? Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [
          name,
          decodeURIComponent(value),
        ]),
      )
    : undefined
}

function inputOf(params: Record<string, string>, url: URL, { body }: RequestInit): Parts {
  const query = Object.fromEntries(url.searchParams)
  if (body === undefined || body === null) return { params, query }
  return { params, query, body: typeof body === 'string' ? JSON.parse(body) : body }
}

function checkInput(endpoint: Endpoint, { params, query, body }: Parts) {
  endpoint.params?.parse(params)
  if (!endpoint.ignoresQuery) (endpoint.query ?? z.strictObject({})).parse(query)
  if (!endpoint.consumes) endpoint.body?.parse(body)
}

/** Reads and writes the answer as the server does, so that the page gets no undeclared properties. */
function encode({ result, status = 200, produces }: Endpoint, answer: unknown): Response {
  const encoded = z.encode(result, z.decode(result, answer))
  if (status === 204) return new Response(null, { status })
  return produces ? new Response(String(encoded), { status }) : Response.json(encoded, { status })
}
