import { discordFollowers } from '#server/access/discord/jobs.ts'
import { subscriptionFollowers } from '#server/access/subscriptions/jobs.ts'
import { releaseFollowers } from '#server/licensing/releases/jobs.ts'
import { register } from '#server/platform/events/followers.ts'
import { cardFollowers } from '#server/selling/cards/jobs.ts'
import { disputeFollowers } from '#server/selling/disputes/jobs.ts'
import { documentFollowers } from '#server/selling/documents/jobs.ts'
import { orderFollowers } from '#server/selling/orders/jobs.ts'
import { paymentFollowers } from '#server/selling/payments/jobs.ts'
import { payoutFollowers } from '#server/selling/payouts/jobs.ts'
import { refundFollowers } from '#server/selling/refunds/jobs.ts'
import { renewalFollowers } from '#server/selling/renewals/jobs.ts'

/** The event followers of every domain. */
register([
  ...orderFollowers,
  ...documentFollowers,
  ...cardFollowers,
  ...refundFollowers,
  ...paymentFollowers,
  ...payoutFollowers,
  ...disputeFollowers,
  ...renewalFollowers,
  ...subscriptionFollowers,
  ...releaseFollowers,
  ...discordFollowers,
])
