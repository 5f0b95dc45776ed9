import { sql } from 'kysely'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import type {
  CoinSender,
  CryptoProviders,
  SentCoins,
} from '#server/adapters/payments/crypto-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { payoutTransitions } from '#server/selling/orders/payout-status.ts'
import { offered, reached } from '#server/selling/payments/providers.ts'
import { isOwed } from './owed.ts'
import { findPayout, lockPayout } from './read.ts'
import { arrive, leave } from './steps.ts'

/** Safe to call concurrently: the pull payment's id is stored first, and the server pays once. */
export async function sendByServer(db: Database, crypto: CryptoProviders, id: string) {
  const payout = await findAtServer(db, id)
  if (!payout) return
  const sender = crypto.btcpay
  if (!sender) return note(db, id, 'BTCPay Server is no longer set up')
  try {
    const setAside = payout.setAside ?? (await setCoinsAside(db, sender, payout))
    if (setAside) await claimOnce(db, sender, { ...payout, setAside })
  } catch (error) {
    if (error instanceof ProviderDown) return note(db, id, error.message)
    throw error
  }
}

function findAtServer(db: Database, id: string) {
  return db
    .selectFrom('payouts')
    .select(['id', 'order_id', 'currency', 'pull_payment_id as setAside'])
    .select(sql<string>`trim_scale(coins)::text`.as('coins'))
    .select(sql<string>`address`.as('address'))
    .where('id', '=', id)
    .where('by_server', '=', true)
    .where('status', 'in', ['approved', 'sent'])
    .executeTakeFirst()
}

type AtServer = NonNullable<Awaited<ReturnType<typeof findAtServer>>>

/** Null if the server refuses, or if the payout has changed; the amount is put back then. */
async function setCoinsAside(db: Database, sender: CoinSender, { id, coins, currency }: AtServer) {
  let setAside: string
  try {
    setAside = await sender.setAside({ coins, currency, about: `Payout ${id}` })
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await leaveToStaff(db, id, error.message)
    return null
  }
  const written = await db
    .updateTable('payouts')
    .set({ pull_payment_id: setAside })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('by_server', '=', true)
    .where('pull_payment_id', 'is', null)
    .executeTakeFirst()
  if (written.numUpdatedRows > 0n) return setAside
  await notNow(sender.putBack(setAside))
  return null
}

type Claim = AtServer & { setAside: string }

async function claimOnce(db: Database, sender: CoinSender, payout: Claim) {
  const { id, setAside, address } = payout
  const there = await notNow(sender.readClaim(setAside, address))
  if (there?.state === 'canceled')
    return giveUp(db, sender, payout, 'It was canceled in the BTCPay Server')
  if (there) return hear(db, id, there)
  if (!(await isStillOwed(db, id)))
    return giveUp(db, sender, payout, 'It was refunded in another way')
  try {
    return await hear(db, id, await sender.claimFor(setAside, payout))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // The refusal may mean that a concurrent process has just created the claim.
    const meanwhile = await notNow(sender.readClaim(setAside, address))
    if (meanwhile && meanwhile.state !== 'canceled') return hear(db, id, meanwhile)
    return giveUp(db, sender, payout, error.message)
  }
}

/**
 * A refusal does not prove that the server will not send the coins: it may come from a proxy, or
 * another process may just have created the claim.
 */
async function giveUp(db: Database, sender: CoinSender, claim: Claim, why: string) {
  const { id, setAside, address } = claim
  const sent = await takeBack(sender, setAside, address)
  return sent ? hear(db, id, sent) : leaveToStaff(db, id, why)
}

/** Cancels what was set aside. Returns the claim if coins are being sent anyway, or null. */
async function takeBack(sender: CoinSender, setAside: string, address: string) {
  await notNow(sender.putBack(setAside))
  const claim = await notNow(sender.readClaim(setAside, address))
  return claim && claim.state !== 'canceled' ? claim : null
}

/** While coins may be on their way, a refusal decides nothing, because it may come from a proxy. */
async function notNow<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderRefused) throw new ProviderDown(error.message, { cause: error })
    throw error
  }
}

function isStillOwed(db: Database, id: string) {
  return transaction(db, async (tx) => isOwed(tx, await lockPayout(tx, id)))
}

async function hear(db: Database, id: string, { state, transactionId }: SentCoins) {
  if (state === 'waiting') return note(db, id, null)
  // The transaction id may follow a moment later. A Lightning payment has none.
  if (state === 'sending' && !transactionId) return note(db, id, null)
  await transaction(db, async (tx) => {
    let payout = await lockPayout(tx, id)
    if (payoutTransitions[payout.status].send) payout = await leave(tx, payout, transactionId, null)
    if (state === 'sent' && payoutTransitions[payout.status].complete)
      await arrive(tx, payout, null)
  })
  await note(db, id, null)
}

async function note(db: Database, id: string, why: string | null) {
  await db
    .updateTable('payouts')
    .set({ server_note: why?.slice(0, 300) ?? null, checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The server will never send it, so an administrator sends it manually or withdraws it. */
async function leaveToStaff(db: Database, id: string, why: string) {
  await db
    .updateTable('payouts')
    .set({ by_server: false, server_note: why.slice(0, 300), checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .execute()
}

const round = 50

const pause = sql`greatest(interval '45 seconds', least(interval '1 hour', (now() - approved_at) / 12))`

export async function followServer(db: Database, crypto: CryptoProviders) {
  const { rows } = await sql<{ id: string }>`
    with due as materialized (
      select id from payouts
       where by_server and status in ('approved', 'sent')
         and (checked_at is null or checked_at + ${pause} <= now())
       order by checked_at nulls first limit ${round} for no key update skip locked
    )
    update payouts set checked_at = now() from due where payouts.id = due.id
    returning payouts.id`.execute(db)
  const failures = await forEach(rows, ({ id }) => sendByServer(db, crypto, id))
  report(failures, 'payouts could not be checked')
}

/** Returns false if the server has sent it or is sending it, and applies that status. */
export async function takeFromServer(
  db: Database,
  sender: CoinSender,
  { id, setAside, address }: Pick<Claim, 'id' | 'setAside' | 'address'>,
) {
  const sent = await takeBack(sender, setAside, address)
  if (sent) await hear(db, id, sent)
  return sent === null
}

export async function requireSender(db: Database, crypto: CryptoProviders, id: string) {
  const { provider } = await findPayout(db, id)
  if (provider !== 'btcpay') throw new Refusal(payoutRefusals.only_by_hand)
  const missing = await reached(offered(crypto.btcpay).findMissingToSend())
  if (missing.length === 0) return
  const permissions = missing.join(', ')
  throw new Refusal(payoutRefusals.key_cannot_send, { values: { permissions } })
}
