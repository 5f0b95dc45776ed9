import { backupJobs } from './backups/jobs.ts'
import { blogJobs } from './blog/jobs.ts'
import { campaignJobs } from './campaigns/jobs.ts'
import { cardJobs } from './cards/jobs.ts'
import { creditJobs } from './credits/jobs.ts'
import { stillJobs } from './credits/still-jobs.ts'
import { discordJobs } from './discord/jobs.ts'
import { disputeJobs } from './disputes/jobs.ts'
import { documentJobs } from './documents/jobs.ts'
import { evidenceJobs } from './evidence/jobs.ts'
import { healthJobs } from './health/jobs.ts'
import { incidentJobs } from './incidents/jobs.ts'
import { migrationJobs } from './kernel/background-migrations.ts'
import type { Job } from './kernel/jobs.ts'
import { loaderJobs } from './loader/jobs.ts'
import { mailJobs } from './mail/jobs.ts'
import { orderJobs } from './orders/jobs.ts'
import { overviewJobs } from './overview/jobs.ts'
import { paymentJobs } from './payments/jobs.ts'
import { payoutJobs } from './payouts/jobs.ts'
import { priceChangeJobs } from './price-changes/jobs.ts'
import { productJobs } from './products/jobs.ts'
import { refundJobs } from './refunds/jobs.ts'
import { releaseJobs } from './releases/jobs.ts'
import { renewalJobs } from './renewals/jobs.ts'
import { retentionJobs } from './retention/jobs.ts'
import { sessionJobs } from './sessions/jobs.ts'
import { subscriptionJobs } from './subscriptions/jobs.ts'
import { taxJobs } from './taxes/jobs.ts'

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
