import { scopes } from '#contract/wire/capabilities.ts'
import { furnish } from '#demo/seed/demo.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { addPairedLoader } from '#server/licensing/loader-api/testing/paired-loader.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import type { Schema } from '#server/shop/docs/example.ts'
import { signIn } from './customer.ts'
import { openTestShop } from './shop.ts'

/** Maximum response time in milliseconds. */
const slowest = 15_000

export type Operation = {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  security: Record<string, unknown>[]
  description: string
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Caller = 'admin' | 'customer' | 'nobody' | 'key' | 'loader'

export type Call = {
  method: 'GET'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Codes of refusals that depend only on the caller. */
const atTheDoor = [
  ...['unauthenticated', 'forbidden', 'invalid_api_key', 'other_site'],
  ...['unpaired', 'bad_signature'],
]
/** Codes of failures that no request may cause. */
const ourFault = ['unexpected', 'unavailable', 'busy']

export const passedTheDoor = (code: string | undefined) => !code || !atTheDoor.includes(code)

export async function openFuzzedShop() {
  const shop = await openTestShop({ withSandbox: true })
  await transaction(shop.db, (tx) => furnish(tx, new Map(), new Map()))
  const loader = await addPairedLoader(shop.db, (await signIn(shop.app)).user.id)
  const document: Document = (await shop.app.inject('/api/openapi.json')).json()

  async function send(call: Call) {
    const began = performance.now()
    const response = await shop.app.inject(call)
    return { response, took: performance.now() - began }
  }

  return {
    ...shop,
    schemas: document.components.schemas,
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),

    /** The headers of each caller, with new sessions. */
    async callers(): Promise<Record<Caller, Record<string, string>>> {
      return {
        nobody: {},
        customer: { cookie: (await signIn(shop.app)).cookie },
        admin: { cookie: (await signIn(shop.app, { admin: true })).cookie },
        key: { authorization: `Bearer ${await createApiKey(shop.db, 'fuzz', [...scopes])}` },
        // Each call is signed, see `signed`.
        loader: { authorization: `Bearer ${loader.options.kept.access}` },
      }
    },

    signed(method: string, url: string, body: string | Buffer = '') {
      const { pathname } = new URL(url, 'http://shop')
      return loader.headers(method, pathname.replace('/api', ''), method === 'GET' ? '' : body)
    },

    /** `wrong` describes the problem if the response is invalid. */
    async judge(call: Call): Promise<{ code?: string; wrong?: string; body?: unknown }> {
      let { response, took } = await send(call)
      // A busy machine may be slow once; a slow input is slow again.
      if (took > slowest) took = Math.min(took, (await send(call)).took)
      if (took > slowest) return { wrong: `took ${Math.round(took)} ms` }
      if (response.statusCode < 400) return { body: readJson(response.body) }
      // The response to HEAD has no body, so only its status is checked.
      if (`${call.method}`.toLowerCase() === 'head') {
        const code = { 401: 'unauthenticated', 403: 'forbidden' }[response.statusCode]
        return response.statusCode < 500 ? { code: code ?? 'invalid' } : { wrong: 'answered 500' }
      }
      const { code, detail } = readJson(response.body) ?? {}
      const inForm =
        typeof code === 'string' && (typeof detail === 'string' || Array.isArray(detail))
      if (inForm && !ourFault.includes(code)) return { code }
      return { wrong: `answered ${response.statusCode} ${response.body.slice(0, 200)}` }
    },
  }
}

function readJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The caller that may use an endpoint, according to the document. */
export function whoMay({ security, description }: Operation): Caller {
  if (security.some((scheme) => 'loader' in scheme)) return 'loader'
  if (security.some((scheme) => 'key' in scheme)) return 'key'
  if (security.length === 0) return 'nobody'
  return description.includes('signed-in customer') ? 'customer' : 'admin'
}
