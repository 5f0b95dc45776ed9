import { sql } from 'kysely'
import { watchedName } from '#contract/platform/health.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { readBackupState } from '#server/platform/backups/state.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { readDisks } from './disks.ts'
import { givenUp } from './queue.ts'
import { listServices } from './state.ts'
import { checkOf } from './test-service.ts'

/** For example `service stripe`, `webhooks stripe`, `job mail.send`, `disk shop-1`. */
export type ProblemKey = `${'service' | 'webhooks' | 'job' | 'backup' | 'disk'} ${string}`

/** Webhooks with wrong signatures are a problem until the next valid one arrives. */
export async function findProblems(db: Database, shop: PlatformShop): Promise<ProblemKey[]> {
  const services = await listServices(shop, db)
  // A job with a single attempt starts again with its next scheduled run.
  const { rows: jobs } = await sql<{ name: string }>`
    select distinct task_identifier as name from graphile_worker.jobs
     where ${givenUp} and max_attempts > 1`.execute(db)
  const { rows: refused } = await sql<{ name: string }>`
    select name from services where forged_at is not null and not exists (
      select from payment_events where provider = name and received_at > forged_at)`.execute(db)
  const { overdue } = await readBackupState(db)
  const disks = await readDisks(db)
  const keys: ProblemKey[] = [
    ...disks.filter(({ low }) => low).map(({ machine }) => `disk ${machine}` as const),
    ...(overdue ? (['backup late'] as const) : []),
    ...services.filter(({ failing }) => failing).map(({ name }) => `service ${name}` as const),
    ...refused.map(({ name }) => `webhooks ${name}` as const),
    ...jobs.map(({ name }) => `job ${name}` as const),
  ]
  return keys.filter((key) => isWatched(shop, key))
}

export async function countProblems(db: Database): Promise<number> {
  const { problems } = await db
    .selectFrom('problems')
    .select(({ fn }) => fn.countAll<number>().as('problems'))
    .where('since', 'is not', null)
    .executeTakeFirstOrThrow()
  return problems
}

/** Whether the shop still uses this part. A service without a key is not in use. */
export function isWatched(shop: PlatformShop, key: ProblemKey): boolean {
  const [kind, name] = key.split(' ')
  if (kind === 'job' || kind === 'backup' || kind === 'disk') return true
  const service = watchedName.safeParse(name)
  return service.success && checkOf(shop, service.data) !== null
}
