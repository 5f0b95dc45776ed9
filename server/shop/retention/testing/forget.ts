import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { forget } from '../jobs.ts'

/** Runs the daily rules and the more frequent ones. */
export async function forgetOld(shop: Pick<TestShop, 'db' | 'shop' | 'jobsPool'>) {
  for (const every of ['day', 'hour', '10 minutes'] as const)
    await enqueue(shop.db, forget, { every })
  await workJobs(shop)
}
