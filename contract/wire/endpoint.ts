import type * as z from 'zod'
import { type Capability, can, type Roles, type Scope } from './capabilities.ts'
import type { DeclaredRefusal } from './refusals.ts'

/**
 * The callers that an endpoint allows. `anyone`: no authentication. `user`: a signed-in user.
 * `staff`: a staff member with the capability that the endpoint names. `key`: a program with one of
 * the operator's API keys. `loader`: a customer's linked loader, which signs its requests. A
 * session cannot replace a key or a loader's signature.
 */
export type Who = 'anyone' | 'user' | 'staff' | 'key' | 'loader'

type Access =
  | { who: Exclude<Who, 'staff' | 'key'>; can?: never; scope?: never }
  | { who: 'staff'; can: Capability; scope?: never }
  | { who: 'key'; can?: never; scope: Scope }

/**
 * Whether the signed-in user may make the call. The server rejects calls with it, and pages hide
 * actions with it.
 */
export function may(user: Roles, { who, can: capability }: Access): boolean {
  return who !== 'key' && who !== 'loader' && (capability === undefined || can(user, capability))
}

/** A fixed window: at most `max` calls in `seconds`, counted per address or per signed-in user. */
export type RateLimit = { max: number; seconds: number; by: 'address' | 'user' }

type Schema = z.ZodType

export type Endpoint = Access & {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the API base, with parameters in braces as in OpenAPI: `/products/{id}`. */
  path: string
  /** A line for the index of the API document. */
  summary: string
  /** Rules, side effects and units that the types do not express. Markdown. */
  description?: string
  /** The body carries a captcha token that is checked before the handler runs. */
  captcha?: true
  limit?: RateLimit
  /** Available during maintenance (sign-in, payments in progress, status page, webhooks). */
  duringMaintenance?: true
  /** Available before the shop opens (sign-in, setup, webhooks). Staff may always call. */
  beforeOpening?: true
  /** The response is the same for all callers and cached in memory until this topic changes. */
  cached?: 'catalogue' | 'blog' | 'status' | 'currencies' | 'settings' | 'texts'
  params?: Schema
  /** Undeclared query parameters are rejected. If omitted, all query parameters are rejected. */
  query?: z.ZodObject
  /**
   * Ignores all query parameters, because an external service or its proxy may add some to a
   * webhook.
   */
  ignoresQuery?: true
  body?: Schema
  result: Schema
  /** Success status. Default: 200. */
  status?: 200 | 201 | 202 | 204
  /** Maximum request size in bytes if larger than the default, for example for a picture. */
  bodyLimit?: number
  /** The body is a file: the handler receives it as a stream instead of a parsed `body`. */
  consumes?: 'application/octet-stream' | 'application/offset+octet-stream'
  /** Media type of the response if it is not JSON, for the API document. */
  produces?:
    | 'text/plain'
    | 'text/csv'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'application/zip'
  /** The refusals of this endpoint, in addition to `commonRefusals`, which apply to every call. */
  refusals?: Readonly<Record<string, DeclaredRefusal>>
}

/**
 * Declares one API call. Validation, types on both sides and the OpenAPI document all derive from
 * it. Schemas are codecs where the wire format and the code differ (units and cents, ISO text and
 * Date): `z.input` is the wire format, `z.output` is the server's type.
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  const { query } = declaration
  return query ? { ...declaration, query: query.strict() } : declaration
}

type Part<E, K extends string, Side extends 'input' | 'output'> =
  E extends Record<K, infer S>
    ? S extends Schema
      ? Side extends 'output'
        ? { [key in K]: z.output<S> }
        : undefined extends z.input<S>
          ? { [key in K]?: z.input<S> }
          : { [key in K]: z.input<S> }
      : unknown
    : unknown

type Parts<E, Side extends 'input' | 'output'> = Part<E, 'params', Side> &
  Part<E, 'query', Side> &
  Part<E, 'body', Side>

/** The caller's input in wire format. */
export type Input<E extends Endpoint> = Parts<E, 'input'>
/** The handler's input, parsed and converted. */
export type Parsed<E extends Endpoint> = Parts<E, 'output'>
/** The result that the caller receives, in wire format. */
export type Result<E extends Endpoint> = z.input<E['result']>
/** The result that a handler returns, before conversion to wire format. */
export type Returned<E extends Endpoint> = z.output<E['result']>
