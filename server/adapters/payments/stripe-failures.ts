import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import { UnknownCustomer } from './card-provider.ts'
import { ProviderDown, ProviderForbidden, ProviderRefused, UnknownToProvider } from './payments.ts'

const { StripeCardError, StripeError, StripeIdempotencyError, StripeInvalidRequestError } =
  Stripe.errors

/** Distinguishes a rejected request, an outage, and a key without permission. */
export async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      throw new ProviderForbidden(`Stripe: ${sayForbidden(error)}`, { cause: error })
    const refused =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripeIdempotencyError
    // Another process is sending the same request right now, and its response counts.
    const underWay = error.statusCode === 409
    const Failure = refused && !underWay ? refusalOf(error) : ProviderDown
    throw new Failure(`Stripe: ${error.message}`, { cause: error })
  }
}

/**
 * Repeats the request while another one with the same idempotency key is in progress. Stripe then
 * answers both with the same result: https://docs.stripe.com/error-codes#idempotency-key-in-use
 */
export async function whenKeyIsFree<T>(question: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + longestRequest; ; await delay(500))
    try {
      return await question()
    } catch (error) {
      const inUse = error instanceof StripeError && error.code === 'idempotency_key_in_use'
      if (!inUse || performance.now() > until) throw error
    }
}

/** In milliseconds. The library ends a request after eight seconds, and repeats it once. */
const longestRequest = 17_000

function refusalOf(error: unknown) {
  if (namesMissing(error, ['customer'])) return UnknownCustomer
  return namesMissing(error, []) ? UnknownToProvider : ProviderRefused
}

const { StripeAuthenticationError, StripePermissionError } = Stripe.errors

/** Stripe names a missing permission; any other 401 or 403 is about the key itself. */
export const permissionDenied = (error: unknown) =>
  error instanceof ProviderForbidden && error.cause instanceof StripePermissionError

/** Finds the missing permission in the error: https://docs.stripe.com/keys/restricted-api-keys */
function sayForbidden({ message }: Error): string {
  const [, name, access] = /'rak_(\w+)_(read|write)'/.exec(message) ?? []
  if (!name || !access) return message
  const words = name.replaceAll('_', ' ')
  return `The restricted API key lacks the permission ${words} (${access}). Edit the key at Stripe under Developers → API keys.`
}

const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors

/** Whether there was no result from Stripe: it was unreachable, failed, or was busy. */
export function saidNothing(error: unknown): boolean {
  const { cause } = error as Error
  return (
    cause instanceof StripeConnectionError ||
    cause instanceof StripeAPIError ||
    cause instanceof StripeRateLimitError
  )
}

/** Whether Stripe lacks the object that one of these parameters names, or any object. */
export function isMissing(error: unknown, ...params: string[]): boolean {
  return error instanceof ProviderRefused && namesMissing(error.cause, params)
}

function namesMissing(cause: unknown, params: string[]): boolean {
  const { code, param } = (cause ?? {}) as { code?: string; param?: string }
  return code === 'resource_missing' && (params.length === 0 || params.includes(param ?? ''))
}

export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
