import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { payouts } from '#contract/selling/payouts.ts'
import { coinName } from '#contract/wire/coins.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'
import { record } from '#server/platform/events/record.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { movePayout, payoutTransitions } from '#server/selling/orders/payout-status.ts'
import { isAddress, isMemo } from './address.ts'
import { asksForNoOther, isExpired } from './lightning.ts'
import { mailCode } from './mail.ts'
import { lockPayout } from './read.ts'

const mostCodes = 10
const mostTries = 5

type Given = { address: string; memo: string }

/**
 * Mails a code, because only a reader of the account's mail may decide where the money goes. Throws
 * 409 if an address is confirmed or the offer has expired, 422 if the address is not valid.
 */
export function giveAddress(db: Database, sender: Sender, id: string, { address, memo }: Given) {
  return transaction(db, async (tx) => {
    const payout = await requireOpen(tx, id)
    const { network, codes } = payout
    if (!isAddress(network, address))
      throw new Refusal(payouts.address.refusals.wrong_address, {
        loc: ['body', 'address'],
        values: { coin: coinName(payout.currency) },
      })
    if (!asksForNoOther(network, address, Number(payout.coins)))
      throw new Refusal(payouts.address.refusals.wrong_invoice, {
        loc: ['body', 'address'],
        values: { coin: coinName(payout.currency), coins: payout.shown },
      })
    if (isExpired(address))
      throw new Refusal(payouts.address.refusals.expired_invoice, { loc: ['body', 'address'] })
    if (memo && !isMemo(network, memo))
      throw new Refusal(payouts.address.refusals.wrong_memo, { loc: ['body', 'memo'] })
    if (codes >= mostCodes) throw new Refusal(payouts.address.refusals.too_many_codes)
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    await tx
      .updateTable('payouts')
      .set({
        address,
        memo: memo || null,
        code_hash: hashOf(id, code),
        code_expires_at: sql<Date>`now() + interval '15 minutes'`,
        code_tries: 0,
        codes: sql`codes + 1`,
      })
      .where('id', '=', id)
      .execute()
    await mailCode(tx, sender, id, code)
  })
}

/** Makes the address final. A wrong code is an attempt. Throws 409 if it has changed since. */
export async function confirmAddress(
  db: Database,
  id: string,
  { code, address, memo }: Given & { code: string },
) {
  const refusal = await transaction(db, async (tx) => {
    const payout = await requireOpen(tx, id)
    if (payout.address !== null && (payout.address !== address || (payout.memo ?? '') !== memo))
      return new Refusal(payouts.confirm.refusals.payout_address_moved)
    if (!payout.code_hash || !payout.fresh || payout.code_tries >= mostTries)
      return new Refusal(payouts.confirm.refusals.payout_code_over)
    if (!payout.code_hash.equals(hashOf(id, code))) {
      await tx
        .updateTable('payouts')
        .set({ code_tries: sql`code_tries + 1` })
        .where('id', '=', id)
        .execute()
      return new Refusal(payouts.confirm.refusals.wrong_payout_code, { loc: ['body', 'code'] })
    }
    await movePayout(tx, payout, 'confirm_address', {
      given_at: sql<Date>`now()`,
      code_hash: null,
    })
    const { order_id: order, user_id: userId, currency } = payout
    await record(tx, 'payout.given', { userId, data: { payout: id, order, currency } })
    return undefined
  })
  if (refusal) throw refusal
}

const hashOf = (id: string, code: string) => hashToken(`payout ${id} ${code}`)

async function requireOpen(tx: Tx, id: string) {
  await lockPayout(tx, id)
  const payout = await tx
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['payouts.id', 'payouts.status', 'network', 'currency'])
    .select(['codes', 'code_hash', 'code_tries'])
    .select(['payouts.address', 'payouts.memo'])
    .select(['order_id', 'user_id', 'coins'])
    .select(sql<string>`trim_scale(coins)::text`.as('shown'))
    .select(sql<boolean>`payouts.expires_at <= now()`.as('late'))
    .select(sql<boolean>`code_expires_at > now()`.as('fresh'))
    .where('payouts.id', '=', id)
    .executeTakeFirstOrThrow()
  const { payout_over, address_settled } = payouts.address.refusals
  if (payout.status === 'withdrawn' || (payout.status === 'offered' && payout.late))
    throw new Refusal(payout_over)
  if (!payoutTransitions[payout.status].confirm_address) throw new Refusal(address_settled)
  return payout
}
