import type { Endpoint } from './endpoint.ts'
import { isolate } from './isolate.ts'

/**
 * An expected rejection: a code that programs branch on, an HTTP status, and a sentence for people.
 */
export type DeclaredRefusal<Code extends string = string, Sentence extends string = string> = {
  readonly code: Code
  readonly status: number
  /** Values that are known only at run time are in braces: `The code {code} is taken`. */
  readonly sentence: Sentence
}

/**
 * Declares refusals by code: `refusals({ unknown_lot: [404, 'Lot not found'] })`. Endpoints list
 * them and domain rules throw them, so code, status and sentence are defined once. A code is stable
 * and has the same meaning everywhere in the API.
 */
export function refusals<
  const D extends Record<string, readonly [status: number, sentence: string]>,
>(declared: D) {
  const entries = Object.entries(declared).map(
    ([code, [status, sentence]]) => [code, { code, status, sentence }] as const,
  )
  return Object.fromEntries(entries) as {
    readonly [Code in keyof D & string]: DeclaredRefusal<Code, D[Code][1]>
  }
}

/** Fills the values into the placeholders of a sentence. */
export function fill(sentence: string, values: Record<string, string | number> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (braces, name) => isolate(String(values[name] ?? braces)))
}

/**
 * The refusals that can apply to any call. `refusalsOf` returns those that apply to an endpoint.
 */
export const commonRefusals = refusals({
  bad_request: [400, 'The request is malformed'],
  empty_body: [400, 'The request has no body'],
  invalid_json: [400, 'The request is not valid JSON'],
  unauthenticated: [401, 'Please sign in'],
  invalid_api_key: [401, 'A valid API key is required'],
  unpaired: [401, 'Link this device first'],
  token_expired: [401, 'The access token has expired. Refresh it'],
  bad_signature: [401, 'This request is not signed with the key of the linked loader'],
  forbidden: [403, 'You do not have permission to do this'],
  key_not_allowed: [
    403,
    'This API key does not have permission to do this. Create a key with this permission',
  ],
  other_site: [403, 'This request came from another site'],
  not_found: [404, 'There is nothing at this address'],
  too_large: [413, 'The request is too large'],
  unsupported_type: [415, 'Send the request as JSON'],
  invalid: [422, 'A list of the invalid fields and the reasons'],
  captcha_unsolved: [422, 'Please complete the captcha challenge'],
  captcha_expired: [422, 'The captcha has expired, please try again'],
  rate_limited: [429, 'Too many requests. Please try again in {seconds} seconds.'],
  unexpected: [500, 'Something went wrong on our side. Please try again.'],
  busy: [503, 'The store is very busy. Please try again in a moment.'],
  unavailable: [503, 'The store cannot be reached right now. Please try again in a minute.'],
  files_full: [507, 'There is not enough disk space for files. Free up space and try again.'],
  files_unavailable: [
    503,
    'File storage cannot be reached right now. Please try again in a minute.',
  ],
  captcha_unavailable: [503, 'The captcha could not be checked. Please try again.'],
  maintenance: [503, 'The store is under maintenance'],
  not_open: [503, 'This shop opens soon'],
})

/**
 * Why the shop is closed to visitors, as the refusal's code: it has not opened yet, or it is under
 * maintenance.
 */
export type Closed = 'not_open' | 'maintenance'

/**
 * All refusals of an endpoint: those that it declares and those that its other properties imply.
 */
export function refusalsOf(endpoint: Endpoint): DeclaredRefusal[] {
  const { who, method, body, consumes, params, query, captcha, duringMaintenance, beforeOpening } =
    endpoint
  const common = commonRefusals
  return [
    ...(who === 'key' ? [common.invalid_api_key, common.key_not_allowed] : []),
    ...(who === 'loader' ? [common.unpaired, common.token_expired, common.bad_signature] : []),
    ...(who === 'user' || who === 'staff' ? [common.unauthenticated] : []),
    ...(who === 'staff' ? [common.forbidden] : []),
    ...(method === 'GET' || method === 'HEAD' ? [] : [common.other_site]),
    ...(body ? [common.empty_body, common.invalid_json, common.unsupported_type] : []),
    ...(body ? [common.too_large] : []),
    ...(body || consumes ? [common.files_unavailable, common.files_full] : []),
    ...(params || query || body ? [common.invalid] : []),
    ...(captcha ? [common.captcha_unsolved, common.captcha_expired] : []),
    ...(captcha ? [common.captcha_unavailable] : []),
    common.rate_limited,
    ...(duringMaintenance ? [] : [common.maintenance]),
    ...(beforeOpening ? [] : [common.not_open]),
    common.unexpected,
    common.busy,
    common.unavailable,
    ...Object.values(endpoint.refusals ?? {}),
  ]
}

/** The refusal codes that a caller of the endpoint may branch on. */
export type CodeOf<E extends Endpoint> =
  | keyof typeof commonRefusals
  | (E extends { refusals: infer Own } ? keyof Own & string : never)
