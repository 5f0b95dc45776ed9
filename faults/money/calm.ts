import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { recheckPayments } from '#server/selling/payments/reconcile.ts'
import { reconcilePaid } from '#server/selling/payments/reconcile-paid.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { playMinutes } from './after-sale.ts'
import { brokenInvariants } from './invariants.ts'
import { wronglySent } from './payouts.ts'
import { askProviders, differing, wronglyCharged } from './truth.ts'

declareDomains()

/**
 * In milliseconds: how long the problems may remain unchanged after the last fault, and how long
 * recovery may take in total.
 */
const mostUnchanged = 180_000
const mostInAll = 1_800_000
const looksEvery = 2000

type Sold = {
  db: Database
  sandboxUrl: string
  acknowledged: ReadonlySet<string>
  since: number
  /** Queries open payments immediately instead of waiting for the shop's check every minute. */
  atOnce?: boolean | undefined
}

/**
 * Waits until the shop has recovered. Resolves to the remaining problems and the time that it took.
 */
export async function becomeRight({ db, sandboxUrl, acknowledged, since, atOnce }: Sold) {
  const began = performance.now()
  let changed = began
  let formerProblems = ''
  const providers = askProviders(sandboxUrl)
  await playNextDay(db, providers)
  if (atOnce) await recheckPayments({ db, ...providers })
  for (;;) {
    await playMinutes(db, sandboxUrl)
    await retryNow(db)
    const wrong = await differing(db, providers, since)
    const charges = await wronglyCharged(db, sandboxUrl, since)
    const sent = await wronglySent(db, sandboxUrl)
    const problems = await brokenInvariants(db, { acknowledged, since })
    if (charges.length > 0)
      problems.push(
        `${charges.length} orders are charged wrongly: ${charges.slice(0, 5).join('; ')}`,
      )
    if (sent.length > 0)
      problems.push(`${sent.length} payouts went wrong: ${sent.slice(0, 5).join('; ')}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    if (wrong.length > 0)
      problems.push(
        `${wrong.length} orders differ from their payments: ${wrong.slice(0, 5).join('; ')}`,
      )
    if (problems.length === 0) return { problems, seconds }
    // On a busy machine the backlog takes minutes, but the problems change while it shrinks.
    if (problems.join() !== formerProblems) {
      formerProblems = problems.join()
      changed = performance.now()
    }
    if (performance.now() - changed > mostUnchanged || performance.now() - began > mostInAll)
      return { problems, seconds }
    await delay(looksEvery)
  }
}

/**
 * Refunds and disputes whose webhooks were lost are queried once a day. This makes that query due.
 */
async function playNextDay(db: Database, providers: ReturnType<typeof askProviders>) {
  await sql`update payments set checked_at = checked_at - interval '1 day'`.execute(db)
  await reconcilePaid({ db, ...providers }, { underway: '0 seconds' })
}

/** Runs failed jobs immediately: their retry delay has grown, but they no longer fail. */
async function retryNow(db: Database) {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
              from graphile_worker.jobs
             where last_error is not null and locked_at is null and attempts < max_attempts
               and run_at > now()
            having count(*) > 0`.execute(db)
}
