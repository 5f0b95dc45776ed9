import Stripe from 'stripe'
import { ProviderDown, ProviderRefused } from './payments.ts'

const { StripeCardError, StripeError, StripeIdempotencyError, StripeInvalidRequestError } =
  Stripe.errors

/** Tells a "no" of Stripe from a failure to reach it, its own faults and a key that it rejects. */
export async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const refused =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripeIdempotencyError
    // Another process asks the same at this moment: its answer counts.
    const underWay = error.statusCode === 409
    const Failure = refused && !underWay ? ProviderRefused : ProviderDown
    throw new Failure(`Stripe: ${error.message}`, { cause: error })
  }
}

const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors

/** Whether Stripe said nothing of what it was asked: it was not reached, failed itself or was busy. */
export function saidNothing(error: unknown): boolean {
  const { cause } = error as Error
  return (
    cause instanceof StripeConnectionError ||
    cause instanceof StripeAPIError ||
    cause instanceof StripeRateLimitError
  )
}

/** Undefined in place of what Stripe does not have. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    const cause = error instanceof ProviderRefused ? error.cause : null
    if ((cause as { code?: string } | null)?.code !== 'resource_missing') throw error
  }
}
