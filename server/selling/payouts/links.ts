import { sql } from 'kysely'
import * as z from 'zod'
import { payouts } from '#contract/selling/payouts.ts'
import { linkRefusals } from '#contract/wire/link-refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { sharedSecret } from '#server/kernel/secrets/secrets.ts'
import { isSignature, signText } from '#server/kernel/secrets/signatures.ts'

const length = 32

const textOf = (id: string) => `payout ${id}`

/** The link in the mail gives access to this payout only. */
export async function payoutLink(db: Database, siteUrl: string, id: string) {
  return `${siteUrl}/payout?token=${await payoutToken(db, id)}`
}

async function payoutToken(db: Database, id: string) {
  const key = await sharedSecret(db, 'payouts')
  return `${id}.${signText(key, textOf(id), length)}`
}

/** Returns the token of the payout that the order offers, for customers without the mail. */
export async function openPayout(db: Database, userId: number, order: string) {
  const payout = await db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('payouts.id')
    .where('order_id', '=', order)
    .where('user_id', '=', userId)
    .where('payouts.status', '=', 'offered')
    .where('payouts.expires_at', '>', sql<Date>`now()`)
    .orderBy('payouts.created_at', 'desc')
    .executeTakeFirst()
  if (!payout) throw new Refusal(payouts.open.refusals.payout_over)
  return { token: await payoutToken(db, payout.id) }
}

/** Returns the id of the payout that a link belongs to. Throws 400 if the signature is invalid. */
export async function readPayoutLink(db: Database, token: string): Promise<string> {
  const [given = '', signature = ''] = token.split('.')
  const id = z.uuid().safeParse(given).data
  const key = await sharedSecret(db, 'payouts')
  if (!id || !isSignature(signature, key, textOf(id), length))
    throw new Refusal(linkRefusals.incomplete_link)
  return id
}
