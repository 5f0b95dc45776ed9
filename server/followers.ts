import { cardFollowers } from './cards/jobs.ts'
import { discordFollowers } from './discord/jobs.ts'
import { disputeFollowers } from './disputes/jobs.ts'
import { documentFollowers } from './documents/jobs.ts'
import { register } from './events/followers.ts'
import { orderFollowers } from './orders/jobs.ts'
import { paymentFollowers } from './payments/jobs.ts'
import { payoutFollowers } from './payouts/jobs.ts'
import { refundFollowers } from './refunds/jobs.ts'
import { releaseFollowers } from './releases/jobs.ts'
import { renewalFollowers } from './renewals/jobs.ts'
import { subscriptionFollowers } from './subscriptions/jobs.ts'

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
