import { sql } from 'kysely'
import * as z from 'zod'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { addJob, job } from '#server/kernel/jobs/jobs.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { follower } from '#server/platform/events/followers.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { payoutTransitions } from '#server/selling/orders/payout-status.ts'
import { mailOffer, mailOver, mailSent } from './mail.ts'
import { offerSurplus } from './over.ts'
import { lockPayout } from './read.ts'
import { followServer, sendByServer } from './send.ts'
import { withdraw } from './withdraw.ts'

const tell = job({
  name: 'payouts.mail',
  does: 'Emails a customer that a payout was offered, was sent or has expired',
  payload: z.object({ payout: z.uuid(), what: z.enum(['offer', 'sent', 'over']) }),
  run: async ({ db, config }, { payout, what }) => {
    await mails[what](db, config, payout)
  },
})

const mails = { offer: mailOffer, sent: mailSent, over: mailOver }

const surplus = {
  payload: z.object({ order: z.uuid() }),
  run: ({ db, crypto }: Pick<PlatformShop, 'db' | 'crypto'>, { order }: { order: string }) =>
    offerSurplus(db, crypto, order),
}

const offerOver = {
  nowpayments: job({
    name: 'payouts.over_nowpayments',
    does: 'Offers a payout of the surplus of an order paid through NOWPayments',
    waitsFor: 'nowpayments',
    ...surplus,
  }),
  btcpay: job({
    name: 'payouts.over_btcpay',
    does: 'Offers a payout of the surplus of an order paid through BTCPay Server',
    waitsFor: 'btcpay',
    ...surplus,
  }),
}

const expire = job({
  name: 'payouts.expire',
  does: 'Withdraws payouts that have no address at the deadline',
  payload: z.object({}),
  cron: '*/5 * * * *',
  // The job runs every 5 minutes, so the next run is the retry.
  attempts: 1,
  run: ({ db }) => withdrawLate(db),
})

const send = job({
  name: 'payouts.send',
  does: 'Sends an approved payout through the BTCPay Server',
  payload: z.object({ payout: z.uuid() }),
  waitsFor: 'btcpay',
  run: ({ db, crypto }, { payout }) => sendByServer(db, crypto, payout),
})

const follow = job({
  name: 'payouts.follow',
  does: 'Checks the payouts that the BTCPay Server is sending',
  payload: z.object({}),
  waitsFor: 'btcpay',
  cron: '* * * * *',
  attempts: 1,
  run: ({ db, crypto }) => followServer(db, crypto),
})

export const payoutJobs = [tell, ...Object.values(offerOver), expire, send, follow]

/** Withdraws expired offers. Their amounts can be offered again. */
export async function withdrawLate(db: Database) {
  const late = await db
    .selectFrom('payouts')
    .select('id')
    .where('status', '=', 'offered')
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(200)
    .execute()
  const failures = await forEach(late, ({ id }) =>
    transaction(db, async (tx) => {
      const payout = await lockPayout(tx, id)
      // The customer may have confirmed an address in the last second.
      if (payoutTransitions[payout.status].expire) await withdraw(tx, payout, null)
    }),
  )
  report(failures, 'payouts could not be withdrawn')
}

export const payoutFollowers = [
  follower(['payout.offered', 'payout.offered_by_shop'], ({ data }) =>
    tellOf(data.payout, 'offer'),
  ),
  follower(['payout.sent', 'payout.sent_by_server'], ({ data }) => tellOf(data.payout, 'sent')),
  follower(['payout.withdrawn_by_shop'], ({ data }) => tellOf(data.payout, 'over')),
  follower(
    ['payout.approved'],
    ({ data }) =>
      sql`select ${addJob(send, sql`${JSON.stringify({ payout: data.payout })}`)}
           where exists (select from payouts where id = ${data.payout}::uuid and by_server)`,
  ),
  ...(['nowpayments', 'btcpay'] as const).map((provider) =>
    follower(
      ['order.finished'],
      ({ data }) =>
        sql`select ${addJob(offerOver[provider], sql`${JSON.stringify({ order: data.order })}`)}
             where exists (select from payments
                            where order_id = ${data.order}::uuid and provider = ${provider})`,
    ),
  ),
]

function tellOf(payout: string, what: keyof typeof mails) {
  return sql`select ${addJob(tell, sql`${JSON.stringify({ payout, what })}`)}`
}
