// when written: import { accountJobs } from './accounts/jobs.ts'
import type { Job } from './kernel/jobs.ts'
import { loaderJobs } from './loader/jobs.ts'
// when written: import { mailJobs } from './mail/jobs.ts'
// when written: import { orderJobs } from './orders/jobs.ts'
// when written: import { paymentJobs } from './payments/jobs.ts'

/** Every domain's jobs. */
export const jobs: readonly Job[] = [
  // when written: ...accountJobs,
  // when written: ...mailJobs,
  // when written: ...orderJobs,
  // when written: ...paymentJobs,
  ...loaderJobs,
]
