import type * as z from 'zod'
import { type Capability, can, type Roles, type Scope } from './capabilities.ts'
import type { DeclaredRefusal } from './refusals.ts'

/**
 * Who calls: `anyone`; a `user` who is signed in; a member of `staff`, who may do what the endpoint
 * names; a program with an API `key` of the operator's, or a customer's `loader` that was paired and
 * signs what it sends: no sign-in stands in for either.
 */
export type Who = 'anyone' | 'user' | 'staff' | 'key' | 'loader'

type Access =
  | { who: Exclude<Who, 'staff' | 'key'>; can?: never; scope?: never }
  | { who: 'staff'; can: Capability; scope?: never }
  | { who: 'key'; can?: never; scope: Scope }

/**
 * Whether that signed-in user may make the call: the server refuses by it, and a page hides what
 * its reader may not do.
 */
export function may(user: Roles, { who, can: capability }: Access): boolean {
  return who !== 'key' && who !== 'loader' && (capability === undefined || can(user, capability))
}

/** A fixed window: at most `max` calls in `seconds`, counted per address or per signed-in user. */
export type RateLimit = { max: number; seconds: number; by: 'address' | 'user' }

type Schema = z.ZodType

export type Endpoint = Access & {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the API's base, parameters in braces as OpenAPI writes them: `/products/{id}`. */
  path: string
  /** One line for the API document's index. */
  summary: string
  /** What the types do not say: rules, side effects, units. Markdown. */
  description?: string
  /** The body carries a captcha token that is checked before the handler runs. */
  captcha?: true
  limit?: RateLimit
  /** Goes on while the store is under maintenance (sign-in, payments under way, status page, webhooks). */
  duringMaintenance?: true
  /** Answers in a shop that has not opened yet (sign-in, setting up, webhooks); staff may always call. */
  beforeOpening?: true
  /** The answer is the same for everyone and kept in memory until this topic changes. */
  cached?: 'catalogue' | 'blog' | 'status' | 'currencies' | 'settings'
  params?: Schema
  /** Undeclared query parameters are refused, all of them when this is left out. */
  query?: z.ZodObject
  /** Ignores all query parameters, as an outside service or its proxy may add some to a webhook. */
  ignoresQuery?: true
  body?: Schema
  result: Schema
  /** Success status; 200 when left out. */
  status?: 200 | 201 | 202 | 204
  /** How many bytes a request may have when that is more than usual, as with a picture in it. */
  bodyLimit?: number
  /** The body is a file: it is handed on as it comes, in place of a parsed `body`. */
  consumes?: 'application/octet-stream' | 'application/offset+octet-stream'
  /** Media type of the answer when it is not JSON, for the API document. */
  produces?:
    | 'text/plain'
    | 'text/csv'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'application/zip'
  /** What it may refuse, beside what `commonRefusals` has for every call. */
  refusals?: Readonly<Record<string, DeclaredRefusal>>
}

/**
 * Declares one call of the API. Validation, types on both sides and the OpenAPI document all
 * derive from it. Schemas are codecs where the wire and the code differ (units and cents,
 * ISO text and Date): `z.input` is the wire, `z.output` is the server's side.
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

/** What a caller passes, as it travels. */
export type Input<E extends Endpoint> = Parts<E, 'input'>
/** What a handler receives, parsed and converted. */
export type Parsed<E extends Endpoint> = Parts<E, 'output'>
/** What a caller gets back, as it travels. */
export type Result<E extends Endpoint> = z.input<E['result']>
/** What a handler returns, before it is converted for the wire. */
export type Returned<E extends Endpoint> = z.output<E['result']>
