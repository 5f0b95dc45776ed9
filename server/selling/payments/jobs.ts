import { sql } from 'kysely'
import * as z from 'zod'
import {
  type PaymentProvider,
  paymentProvider,
  paymentProviderNames,
} from '#contract/wire/payment-provider.ts'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { follower } from '#server/platform/events/followers.ts'
import { expireUnderpaid } from './expire-underpaid.ts'
import { endCardOrder } from './open-card-order.ts'
import { recheckDisputes } from './recheck-disputes.ts'
import { expireUnpayable, recheckPayments } from './reconcile.ts'
import { reconcilePaid } from './reconcile-paid.ts'
import { workEvent } from './work-event.ts'

const nothing = z.object({})

const eventJob = (provider: PaymentProvider) =>
  job({
    name: `payments.work_${provider}_event`,
    does: `Processes an event from ${paymentProviderNames[provider]}`,
    payload: z.object({ event: z.number() }),
    waitsFor: provider,
    urgent: true,
    run: (shop, { event }) => workEvent(shop, event),
  })

export const workPaymentEvent: Record<PaymentProvider, ReturnType<typeof eventJob>> = {
  stripe: eventJob('stripe'),
  nowpayments: eventJob('nowpayments'),
  btcpay: eventJob('btcpay'),
}

const rechecks = paymentProvider.options.map((provider) =>
  job({
    name: `payments.recheck_${provider}`,
    does: `Checks open payments at ${paymentProviderNames[provider]}`,
    payload: nothing,
    waitsFor: provider,
    cron: '* * * * *',
    // The job runs every minute, so the next run is the retry.
    attempts: 1,
    run: (shop) => recheckPayments(shop, [provider]),
  }),
)

const expire = job({
  name: 'payments.expire',
  does: 'Expires orders whose payment was never created',
  payload: nothing,
  cron: '* * * * *',
  attempts: 1,
  run: ({ db }) => expireUnpayable(db),
})

const expireTooLittle = job({
  name: 'payments.expire_underpaid',
  does: 'Expires orders that received too little to keep their price',
  payload: nothing,
  cron: '* * * * *',
  attempts: 1,
  run: ({ db }) => expireUnderpaid(db),
})

const reconciles = paymentProvider.options.map((provider) =>
  job({
    name: `payments.reconcile_${provider}`,
    does: `Checks ${paymentProviderNames[provider]} for unreported refunds and disputes`,
    payload: nothing,
    waitsFor: provider,
    cron: '41 4 * * *',
    run: (shop) => reconcilePaid(shop, { names: [provider] }),
  }),
)

const recheckOpenDisputes = job({
  name: 'payments.recheck_disputes',
  does: 'Checks open disputes at Stripe',
  payload: nothing,
  waitsFor: 'stripe',
  cron: '*/10 * * * *',
  attempts: 1,
  run: async ({ db, card }) => {
    if (card) await recheckDisputes(db, card)
  },
})

/** The provider adds and removes currencies without notice. */
const refreshCurrencies = job({
  name: 'payments.refresh_currencies',
  does: 'Updates the list of crypto currencies',
  payload: nothing,
  cron: '*/5 * * * *',
  run: async ({ db }) => {
    await sql`select pg_notify('changed', 'currencies')`.execute(db)
  },
})

/** The card form may still be open in a tab, and nobody could use what it would pay for. */
const giveUp = job({
  name: 'payments.give_up_orders',
  does: 'Cancels the open card payments of banned and deleted users',
  payload: z.object({ user: z.int() }),
  waitsFor: 'stripe',
  run: async ({ db, card }, { user }) => {
    if (card) await endCardOrder(db, card, user)
  },
})

export const paymentFollowers = [
  follower(
    ['user.banned', 'user.deleted'],
    ({ userId }) => sql`
      select ${addJob(giveUp, sql`json_build_object('user', ${userId}::bigint)`)}
       where exists (select from orders
         where user_id = ${userId} and type = 'card' and payment_status = 'waiting')`,
  ),
]

export const paymentJobs = [
  ...Object.values(workPaymentEvent),
  ...rechecks,
  expire,
  expireTooLittle,
  recheckOpenDisputes,
  ...reconciles,
  refreshCurrencies,
  giveUp,
]
