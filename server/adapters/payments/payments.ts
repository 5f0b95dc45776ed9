import type { PaymentStatus } from '#contract/orders.ts'
import { OutsideFailure } from '#server/kernel/outside-failure.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

/** The provider cannot be reached, does not answer in time, or fails: another time it may work. */
export class ProviderDown extends OutsideFailure {
  override name = 'ProviderDown'
}

/** The account at the provider is not set up as the shop needs it. Only the operator can change that. */
export class ProviderMisconfigured extends ProviderDown {
  override name = 'ProviderMisconfigured'
}

/**
 * The provider rejects the shop's API key, or the key lacks the permission for this call. Nothing was
 * done, and a retry is refused again until the operator changes the key.
 */
export class ProviderForbidden extends ProviderMisconfigured {
  override name = 'ProviderForbidden'
}

/** The provider understood and said no: the same again would be refused again. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** It does not have what it was asked about: it forgot it, or that is of another account. */
export class UnknownToProvider extends ProviderRefused {
  override name = 'UnknownToProvider'
}

/** What a provider can say of a payment. A dispute is open as `disputed` until it is decided. */
export type Observed = PaymentStatus | 'dispute_won' | 'dispute_lost'

/**
 * `id` is the same when the provider tells the same once more. `topic` is what it has read anew, where
 * that says it all: events of the same topic may be worked as one. What is `foreign` changes nothing
 * here and is kept to be looked up alone.
 */
export type WebhookEvent = {
  id: string
  type: string
  payload: object
  topic?: string
  foreign?: true
}
