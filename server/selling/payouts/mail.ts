import { sql } from 'kysely'
import type { PayoutKind } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { ranOut } from '#server/selling/orders/ran-out.ts'
import { explorerOf } from './explorers.ts'
import { payoutLink } from './links.ts'
import {
  payoutCodeMail,
  payoutOfferMail,
  payoutOverMail,
  payoutSentMail,
  writePayoutCodeMail,
  writePayoutOfferMail,
  writePayoutOverMail,
  writePayoutSentMail,
} from './mail-texts.ts'
import { takenItems } from './taken-items.ts'

async function read(db: Database, id: string) {
  const row = await db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['orders.id as order', 'user_id', 'username', 'email', 'amount_cents as cents'])
    .select([
      'network',
      'payouts.address',
      'memo',
      'transaction_id',
      'payouts.expires_at',
      'payouts.status',
    ])
    .select(sql<PayoutKind>`kind`.as('kind'))
    .select(['currency', sql<string>`trim_scale(coins)::text`.as('amount')])
    .select(sql<boolean>`payouts.status = 'offered' and payouts.expires_at > now()`.as('open'))
    .select([ranOut.as('ran_out'), sql<boolean>`payment_status = 'failed'`.as('failed')])
    .select(takenItems)
    .where('payouts.id', '=', id)
    .where(living)
    .executeTakeFirst()
  return row && { ...row, coins: `${row.amount} ${coinName(row.currency)}` }
}

/** Mails the request for a payout address once. Does nothing if the offer has expired. */
export async function mailOffer(
  db: Database,
  sender: Sender,
  id: string,
  again?: Resend,
): Promise<number | undefined> {
  const payout = await read(db, id)
  if (!payout?.open) return undefined
  const { user_id, email, expires_at: until } = payout
  const link = await payoutLink(db, sender.siteUrl, id)
  const mail = {
    ...writePayoutOfferMail(sender, { ...payout, link, until }),
    to: email,
    userId: user_id,
    template: payoutOfferMail,
    about: { payout: id, order: payout.order },
    once: `payout-offer ${id}`,
  }
  return queueMail(db, mail, again)
}

export async function mailCode(db: Database, sender: Sender, id: string, code: string) {
  const payout = await read(db, id)
  if (!payout?.address) return
  const { user_id, email, address } = payout
  await queueMail(db, {
    ...writePayoutCodeMail(sender, { ...payout, address, code }),
    to: email,
    userId: user_id,
    template: payoutCodeMail,
    about: { payout: id, order: payout.order },
  })
}

/** Mails once that the coins have been sent. */
export async function mailSent(
  db: Database,
  sender: Sender,
  id: string,
  again?: Resend,
): Promise<number | undefined> {
  const payout = await read(db, id)
  if (!payout?.address || !['sent', 'done'].includes(payout.status)) return undefined
  const { user_id, email, address, network, transaction_id: transaction } = payout
  const explorer = explorerOf(network, transaction)
  const mail = {
    ...writePayoutSentMail(sender, { ...payout, address, transaction, explorer }),
    to: email,
    userId: user_id,
    template: payoutSentMail,
    about: { payout: id, order: payout.order },
    once: `payout-sent ${id}`,
  }
  return queueMail(db, mail, again)
}

/** Mails once that an offer has expired. Does nothing if it ended in another way. */
export async function mailOver(
  db: Database,
  sender: Sender,
  id: string,
  again?: Resend,
): Promise<number | undefined> {
  const payout = await read(db, id)
  if (payout?.status !== 'withdrawn' || !payout.ran_out) return undefined
  const { user_id, email, expires_at: until } = payout
  const mail = {
    ...writePayoutOverMail(sender, { ...payout, until }),
    to: email,
    userId: user_id,
    template: payoutOverMail,
    about: { payout: id, order: payout.order },
    once: `payout-over ${id}`,
  }
  return queueMail(db, mail, again)
}
