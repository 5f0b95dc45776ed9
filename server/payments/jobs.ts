import { sql } from 'kysely'
import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'
import { recheckPayments } from './reconcile.ts'
import { reconcilePaid } from './reconcile-paid.ts'
import { recheckRenewals } from './reconcile-renewals.ts'
import { workEvent } from './work-event.ts'

const nothing = z.object({})

export const workPaymentEvent = job({
  name: 'payments.work_event',
  payload: z.object({ event: z.number() }),
  urgent: true,
  run: (shop, { event }) => workEvent(shop, event),
})

const recheck = job({
  name: 'payments.recheck',
  payload: nothing,
  cron: '* * * * *',
  // The next run is the next attempt.
  attempts: 1,
  run: (shop) => recheckPayments(shop),
})

const reconcile = job({
  name: 'payments.reconcile_paid',
  payload: nothing,
  cron: '41 4 * * *',
  run: (shop) => reconcilePaid(shop),
})

const recheckAutorenewals = job({
  name: 'payments.recheck_renewals',
  payload: nothing,
  cron: '17 * * * *',
  run: (shop) => recheckRenewals(shop),
})

/** Currencies come and go at the provider, which does not say so. */
const refreshCurrencies = job({
  name: 'payments.refresh_currencies',
  payload: nothing,
  cron: '*/5 * * * *',
  run: async ({ db }) => {
    await sql`select pg_notify('changed', 'currencies')`.execute(db)
  },
})

export const paymentJobs = [
  workPaymentEvent,
  recheck,
  reconcile,
  recheckAutorenewals,
  refreshCurrencies,
]
