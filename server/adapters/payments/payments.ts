import type { PaymentStatus } from '#contract/selling/orders.ts'
import { OutsideFailure } from '#server/kernel/network/outside-failure.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

/** The provider cannot be reached, does not respond in time, or fails. A retry may succeed. */
export class ProviderDown extends OutsideFailure {
  override name = 'ProviderDown'
}

/** Only the operator can change the account's settings. */
export class ProviderMisconfigured extends ProviderDown {
  override name = 'ProviderMisconfigured'
}

/** The key is wrong or lacks a permission. Nothing was done, and retries fail until it changes. */
export class ProviderForbidden extends ProviderMisconfigured {
  override name = 'ProviderForbidden'
}

/** The provider rejected the request, and would reject it again. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** The object was deleted, or belongs to another account. */
export class UnknownToProvider extends ProviderRefused {
  override name = 'UnknownToProvider'
}

/** The states of a payment at a provider. An open dispute is `disputed` until it is decided. */
export type Observed = PaymentStatus | 'dispute_won' | 'dispute_lost'

/**
 * `id` stays the same if the event is sent again. Events of one `topic`, the object to read again,
 * may be processed together. A `foreign` event does not concern the shop and is ignored. A `proof`
 * event is only stored, to show that webhooks arrive.
 */
export type WebhookEvent = {
  id: string
  type: string
  payload: object
  topic?: string
  foreign?: boolean
  proof?: boolean
}
