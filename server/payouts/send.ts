import { sql } from 'kysely'
import { payoutRefusals } from '#contract/staff-payouts.ts'
import type {
  CoinSender,
  CryptoProviders,
  SentCoins,
} from '#server/adapters/payments/crypto-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { forEach, report } from '#server/kernel/rounds.ts'
import { offered, reached } from '#server/payments/providers.ts'
import { isOwed } from './owed.ts'
import { findPayout, lockPayout } from './read.ts'
import { arrive, leave } from './steps.ts'

/**
 * Has the server send an approved payout, and takes over how far it is with one that it has. Safe
 * to call again and at the same time: the id of what was set aside is written before it is claimed,
 * and the server pays it out once. What is not answered is asked again.
 */
export async function sendByServer(db: Database, crypto: CryptoProviders, id: string) {
  const payout = await findAtServer(db, id)
  if (!payout) return
  const sender = crypto.btcpay
  if (!sender) return note(db, id, 'BTCPay Server is not set up any more')
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

/**
 * Null when the server refuses, and when the payout was withdrawn or set aside by another process
 * meanwhile: then this is put back.
 */
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
    return giveUp(db, sender, payout, 'It was canceled at the BTCPay Server')
  if (there) return hear(db, id, there)
  if (!(await isStillOwed(db, id)))
    return giveUp(db, sender, payout, 'It was given back in another way')
  try {
    return await hear(db, id, await sender.claimFor(setAside, payout))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // Refused may be what somebody else who asks at the same time has just been given.
    const meanwhile = await notNow(sender.readClaim(setAside, address))
    if (meanwhile && meanwhile.state !== 'canceled') return hear(db, id, meanwhile)
    return giveUp(db, sender, payout, error.message)
  }
}

/**
 * Leaves a payout to staff once it is certain that the server will not send it. A refusal alone is
 * not: another process may just have been given the payout, or a proxy in front of the server said
 * no.
 */
async function giveUp(db: Database, sender: CoinSender, claim: Claim, why: string) {
  const { id, setAside, address } = claim
  const sent = await takeBack(sender, setAside, address)
  return sent ? hear(db, id, sent) : leaveToStaff(db, id, why)
}

/** Puts back what was set aside. What is on its way in spite of that; null when nothing is. */
async function takeBack(sender: CoinSender, setAside: string, address: string) {
  await notNow(sender.putBack(setAside))
  const claim = await notNow(sender.readClaim(setAside, address))
  return claim && claim.state !== 'canceled' ? claim : null
}

/** While coins may be on their way, a no decides nothing: it may come from a proxy. */
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

/** Takes over what the server says of a payout. */
async function hear(db: Database, id: string, { state, transactionId }: SentCoins) {
  if (state === 'waiting') return note(db, id, null)
  // Its transaction may be named a moment later; one that is paid in Lightning has none.
  if (state === 'sending' && !transactionId) return note(db, id, null)
  await transaction(db, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout.status === 'approved') await leave(tx, payout, transactionId, null)
    if (state === 'sent' && ['approved', 'sent'].includes(payout.status))
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

/** The server has not sent it and never will: whoever sends does it by hand, or withdraws it. */
async function leaveToStaff(db: Database, id: string, why: string) {
  await db
    .updateTable('payouts')
    .set({ by_server: false, server_note: why.slice(0, 300), checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .execute()
}

const round = 50

/** Less often the longer it takes. */
const pause = sql`greatest(interval '45 seconds', least(interval '1 hour', (now() - approved_at) / 12))`

/** Asks about what the server has been given to send. */
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
  report(failures, 'payouts could not be asked about')
}

/**
 * Takes an approved payout away from the server, before it is withdrawn. False when the server has
 * sent it, or is sending it: then that is taken over.
 */
export async function takeFromServer(
  db: Database,
  sender: CoinSender,
  { id, setAside, address }: Pick<Claim, 'id' | 'setAside' | 'address'>,
) {
  const sent = await takeBack(sender, setAside, address)
  if (sent) await hear(db, id, sent)
  return sent === null
}

/** Throws when the server that a payout's coins came through cannot be asked to send them. */
export async function requireSender(db: Database, crypto: CryptoProviders, id: string) {
  const { provider } = await findPayout(db, id)
  if (provider !== 'btcpay') throw new Refusal(payoutRefusals.only_by_hand)
  const missing = await reached(offered(crypto.btcpay).findMissingToSend())
  if (missing.length === 0) return
  const permissions = missing.join(', ')
  throw new Refusal(payoutRefusals.key_cannot_send, { values: { permissions } })
}
