import { discordJobs } from '#server/access/discord/jobs.ts'
import { subscriptionJobs } from '#server/access/subscriptions/jobs.ts'
import { blogJobs } from '#server/catalogue/blog/jobs.ts'
import { productJobs } from '#server/catalogue/products/jobs.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { migrationJobs } from '#server/kernel/migrations/background-migrations.ts'
import { evidenceJobs } from '#server/licensing/evidence/jobs.ts'
import { loaderJobs } from '#server/licensing/loader/jobs.ts'
import { releaseJobs } from '#server/licensing/releases/jobs.ts'
import { creditJobs } from '#server/outages/credits/jobs.ts'
import { stillJobs } from '#server/outages/credits/still-jobs.ts'
import { incidentJobs } from '#server/outages/incidents/jobs.ts'
import { campaignJobs } from '#server/people/campaigns/jobs.ts'
import { backupJobs } from '#server/platform/backups/jobs.ts'
import { healthJobs } from '#server/platform/health/jobs.ts'
import { mailJobs } from '#server/platform/mail/jobs.ts'
import { sessionJobs } from '#server/platform/sessions/jobs.ts'
import { taxJobs } from '#server/platform/taxes/jobs.ts'
import { cardJobs } from '#server/selling/cards/jobs.ts'
import { disputeJobs } from '#server/selling/disputes/jobs.ts'
import { documentJobs } from '#server/selling/documents/jobs.ts'
import { orderJobs } from '#server/selling/orders/jobs.ts'
import { paymentJobs } from '#server/selling/payments/jobs.ts'
import { payoutJobs } from '#server/selling/payouts/jobs.ts'
import { priceChangeJobs } from '#server/selling/price-changes/jobs.ts'
import { refundJobs } from '#server/selling/refunds/jobs.ts'
import { renewalJobs } from '#server/selling/renewals/jobs.ts'
import { overviewJobs } from './overview/jobs.ts'
import { retentionJobs } from './retention/jobs.ts'

/** The jobs of every domain. */
export const jobs: readonly Job[] = [
  ...migrationJobs,
  ...sessionJobs,
  ...backupJobs,
  ...blogJobs,
  ...productJobs,
  ...mailJobs,
  ...orderJobs,
  ...documentJobs,
  ...paymentJobs,
  ...cardJobs,
  ...refundJobs,
  ...payoutJobs,
  ...disputeJobs,
  ...renewalJobs,
  ...priceChangeJobs,
  ...subscriptionJobs,
  ...taxJobs,
  ...incidentJobs,
  ...creditJobs,
  ...stillJobs,
  ...loaderJobs,
  ...evidenceJobs,
  ...releaseJobs,
  ...discordJobs,
  ...overviewJobs,
  ...campaignJobs,
  ...healthJobs,
  ...retentionJobs,
]
