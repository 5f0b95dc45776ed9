import * as z from 'zod'
import { orderRefusals } from '#contract/selling/orders.ts'
import { can } from '#contract/wire/capabilities.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import type { Endpoint, Who } from '#contract/wire/endpoint.ts'
import { refusalsOf } from '#contract/wire/refusals.ts'
import { failure } from '#contract/wire/wire.ts'
import { describeEvents } from './events.ts'

type Json = Record<string, unknown>

const callers: Record<Exclude<Who, 'staff'>, string> = {
  anyone: 'Public.',
  user: 'Requires a signed-in user.',
  key: 'Requires an API key: `Authorization: Bearer {key}`.',
  loader:
    'Requires a linked loader: `Authorization: Bearer {access token}`, and the headers `loadout-time`, `loadout-nonce` and `loadout-signature`.',
}

const security: Partial<Record<Who, Json[]>> = {
  user: [{ session: [] }],
  staff: [{ session: [] }],
  key: [{ key: [] }],
  loader: [{ loader: [] }],
}

function callerNote(endpoint: Endpoint): string {
  if (endpoint.who !== 'staff') return callers[endpoint.who]
  const support = can({ support: true, admin: false }, endpoint.can)
  return `Requires ${support ? 'staff, support or admin' : 'an admin'}: \`${endpoint.can}\`.`
}

/** The OpenAPI 3.1 document of the given endpoints, in their wire format. */
export function describeApi(
  endpoints: readonly Endpoint[],
  { shopName, siteUrl, apiUrl }: { shopName: string; siteUrl: string; apiUrl: string | null },
): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {}
    path[endpoint.method.toLowerCase()] = operation(endpoint, schemas)
    paths[endpoint.path] = path
  }
  const { code, sentence } = orderRefusals.unknown_order
  return {
    openapi: '3.1.0',
    info: {
      title: `${shopName} API`,
      version: '1',
      description: [
        'The complete API of the store. Its own pages use the same endpoints.',
        `Amounts are in ${shopCurrency()}, as numbers with at most two decimals. Times are ISO 8601 in UTC. IDs are numbers; the ID of an order is a UUID.`,
        `Paths work with and without a trailing slash. An expected error is \`{ "code": "${code}", "detail": "${sentence}" }\`: use the code in programs, because it is stable, and show the sentence to people. An invalid request returns 422 with a list of the invalid fields in \`detail\`. An unexpected failure returns 500 with a \`request_id\` to quote.`,
        'Unknown query parameters are refused with 422, except by webhooks. Unknown fields in a body are ignored, unless the endpoint says otherwise.',
        'Everything that happens is stored as an event: a row with a type, a time, the user it is about, the acting staff member, and the data of its type. `x-events` lists the types.',
        'Signing in sets a session cookie. Send it with every request. Requests with the cookie from another site’s page are refused.',
      ].join('\n\n'),
    },
    servers: [{ url: apiUrl ?? `${siteUrl}/api` }],
    paths,
    'x-events': describeEvents((data) => schemaOf(data, schemas, 'input')),
    components: {
      schemas: { ...schemas, Failure: schemaOf(failure, schemas, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: siteUrl.startsWith('https:') ? '__Host-session' : 'session',
        },
        key: { type: 'http', scheme: 'bearer' },
        loader: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(endpoint: Endpoint, schemas: Json): Json {
  const {
    who,
    captcha,
    limit,
    summary,
    description,
    bodyLimit,
    produces = 'application/json',
  } = endpoint
  const notes = [
    description,
    callerNote(endpoint),
    captcha && 'Requires a captcha token.',
    limit &&
      `At most ${limit.max} calls in ${limit.seconds} seconds per ${limit.by === 'user' ? 'user' : 'address'}.`,
    bodyLimit && `A request can have at most ${Math.floor(bodyLimit / 1024 / 1024)} MB.`,
    endpoint.duringMaintenance && 'Also available during maintenance.',
  ]
  return {
    tags: [endpoint.path.split('/')[1]!.replace(/^get_/, '')],
    operationId: operationId(endpoint),
    summary,
    description: notes.filter(Boolean).join('\n\n'),
    security: security[who] ?? [],
    parameters: [
      ...parameters('path', endpoint.params, schemas),
      ...parameters('query', endpoint.query, schemas),
    ],
    ...requestBody(endpoint, schemas),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: { [produces]: { schema: schemaOf(endpoint.result, schemas, 'input') } },
      },
      ...refusals(endpoint),
    },
  }
}

function requestBody({ body, consumes }: Endpoint, schemas: Json) {
  if (!body && !consumes) return {}
  const content = body
    ? { 'application/json': { schema: schemaOf(body, schemas, 'input') } }
    : { [consumes!]: { schema: { type: 'string', format: 'binary' } } }
  return { requestBody: { required: !body?.safeParse(undefined).success, content } }
}

function operationId({ method, path }: Endpoint): string {
  const words = path.replace(/[{}]/g, '').split(/[/_-]/).filter(Boolean)
  return [method.toLowerCase(), ...words].map((word, at) => (at ? capital(word) : word)).join('')
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** Returns each refusal, by status, as an example with its code and sentence. */
function refusals(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map(({ code, sentence }) => `- \`${code}\`: ${sentence}`).join('\n'),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Failure' },
            examples: Object.fromEntries(
              listed.map(({ code, sentence: detail }) => [code, { value: { code, detail } }]),
            ),
          },
        },
      },
    ]),
  )
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Json) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, schemas, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, example, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    example,
    schema: rest,
  }))
}

/** The JSON Schema of the wire format. Named schemas move to the components and are referenced. */
function schemaOf(schema: z.ZodType, schemas: Json, io: 'input' | 'output'): Json {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json & { $defs?: Record<string, Json> }
  Object.assign(schemas, rewriteRefs($defs ?? {}))
  return rewriteRefs(json) as Json
}

function rewriteRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as Json).id !== 'string')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : rewriteRefs(inner),
      ]),
  )
}
