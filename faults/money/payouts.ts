import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { payoutLink } from '#server/selling/payouts/links.ts'

type Answer = { status: number; body: unknown }

type Desk = {
  db: Database
  sandboxUrl: string
  /** The first of the run's customers. */
  since: number
  /** Calls the shop as the given user, or anonymously. */
  ask: (path: string, body?: object, cookie?: string) => Promise<Answer>
  /** Triggers an action in the sandbox. */
  control: (path: string) => Promise<Answer>
  /** Makes the shop query the server for the state of its payouts. */
  follow: () => Promise<unknown>
  /** The session of a staff member with no refund limit. */
  staff: string
}

type Claim = { id: string; pullPaymentId: string; state: string; payoutAmount: string }

/** Payout addresses by network. */
const addresses: Record<string, string> = {
  btc: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  trx: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}
const transaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
/**
 * How long a customer waits for the mail with the code, in milliseconds. A busy machine is slow to
 * send it.
 */
const patience = 60_000

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/**
 * Plays the actions of staff, customers and the operator's wallet on payouts. Each call advances
 * one payout by one step, or sometimes cancels it.
 */
export function playPayouts({ db, sandboxUrl, since, ask, control, follow, staff }: Desk) {
  const staffAsks = (path: string, body?: object) => ask(path, body, staff)

  /**
   * Offers a refund of a finished order or half of it, or of the coins received for an underpaid
   * order.
   */
  async function offer() {
    const { rows } = await sql<{ id: string; status: string }>`
      select id, payment_status as status from orders
       where user_id >= ${since} and type = 'crypto'
         and (payment_status = 'finished' and refunded_cents < total_cents
              or payment_status = 'partially_paid')
       order by payment_status = 'finished' desc, random() limit 5`.execute(db)
    const order = rows[0] && pick(rows)
    if (!order) return
    const path = `/admin/orders/${order.id}`
    if (order.status !== 'finished') return staffAsks(`${path}/payouts/rest`, {})
    const { body } = await staffAsks(path)
    const { refundable } = body as Looked
    const item = refundable?.items.find(({ left }) => left > 0)
    if (!refundable || !item) return
    const part = Math.random() < 0.5 ? item.left : Math.max(0.01, Math.round(item.left * 50) / 100)
    return staffAsks(`${path}/payouts`, {
      id: randomUUID(),
      items: [{ id: item.id, amount: part }],
      left: refundable.left,
      take_time: true,
      give_code: part === item.left,
      stop_renewal: false,
      reason: 'requested',
    })
  }

  /** Submits an address, and confirms it with the code from the mail. */
  async function give({ id, network, email }: Open) {
    const address = addresses[network ?? '']
    const offer = db.selectFrom('mails').select('id').where('once', '=', `payout-offer ${id}`)
    // Customers receive the link by mail, so it must have been sent.
    if (!address || !(await offer.executeTakeFirst())) return
    const token = (await payoutLink(db, '', id)).split('token=')[1]!
    const known = new Set(await mailedCodes(email))
    await ask('/payouts/address', { token, address })
    for (const since = performance.now(); performance.now() - since < patience; await delay(100)) {
      const code = (await mailedCodes(email)).find((each) => !known.has(each))
      if (code) return ask('/payouts/confirm', { token, code, address })
    }
  }

  async function mailedCodes(email: string) {
    const url = `${sandboxUrl}/control/mail?to=${encodeURIComponent(email)}`
    const { messages } = await read<{ messages: { text: string }[] }>(url, { messages: [] })
    return messages.flatMap(({ text }) => /^Code: (\d{6})$/m.exec(text)?.[1] ?? [])
  }

  const claims = async () =>
    (await read<{ payouts: Claim[] }>(`${sandboxUrl}/control/btcpay/payouts`, { payouts: [] }))
      .payouts

  /**
   * Payouts whose customer waits for a code. Requesting another code would invalidate the first.
   */
  const beingGiven = new Set<string>()

  async function giveAlone(open: Open) {
    if (beingGiven.has(open.id)) return
    beingGiven.add(open.id)
    await give(open).finally(() => beingGiven.delete(open.id))
  }

  /**
   * Payouts are withdrawn or completed manually only after a server has sent one, because few
   * orders have few payouts.
   */
  let unsent = true

  async function step() {
    unsent &&= (await countSent(db)) === 0
    const open = await someOpen(db, since)
    if (!open || Math.random() < 0.15) return offer()
    const { id, status, provider, by_server } = open
    if (!unsent && status !== 'sent' && Math.random() < 0.05)
      return staffAsks(`/admin/payouts/${id}/withdraw`, { reason: 'Asked for' })
    if (status === 'offered') return giveAlone(open)
    if (status === 'given')
      return staffAsks(`/admin/payouts/${id}/approve`, {
        address: open.address,
        by_server: provider === 'btcpay' && (unsent || Math.random() < 0.8),
        reason: 'Right',
      })
    if (by_server) {
      const leave = ['pay', 'pay', 'settle', 'settle']
      await wallet(await claims(), () => pick(unsent ? leave : [...leave, 'cancel']))
      return follow()
    }
    if (status === 'approved') {
      await staffAsks(`/admin/payouts/${id}/claim`, {})
      return staffAsks(`/admin/payouts/${id}/sent`, { transaction_id: transaction })
    }
    return staffAsks(`/admin/payouts/${id}/done`, {})
  }

  /** Advances one of the payouts that wait for the operator's wallet. */
  async function wallet(all: Claim[], choose: () => string) {
    const waiting = all.filter(({ state }) => state === 'AwaitingPayment')
    const leaving = all.filter(({ state }) => state === 'InProgress')
    const one = pick([...waiting, ...leaving])
    if (!one) return
    await control(`/btcpay/payouts/${one.id}/${waiting.includes(one) ? choose() : 'settle'}`)
  }

  return { step }
}

type Looked = {
  refundable?: { left: number; items: { id: number; left: number }[] } | null
}

async function read<Result>(url: string, otherwise: Result): Promise<Result> {
  try {
    return (await (await fetch(url)).json()) as Result
  } catch {
    // The shop is restarting.
    return otherwise
  }
}

type Open = NonNullable<Awaited<ReturnType<typeof someOpen>>>

function someOpen(db: Database, since: number) {
  return db
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['payouts.id', 'payouts.status', 'payouts.provider', 'network', 'by_server'])
    .select(['payouts.address', 'email'])
    .where('user_id', '>=', since)
    .where('payouts.status', 'in', ['offered', 'given', 'approved', 'sent'])
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
}

/** The number of payouts that a server has sent. */
export async function countSent(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts where by_server and status in ('sent', 'done')`.execute(
    db,
  )
  return rows[0]!.count
}

/** The operator's wallet pays all payouts that wait at the server. */
export async function payClaims(db: Database, sandboxUrl: string) {
  const url = `${sandboxUrl}/control/btcpay/payouts`
  const { payouts } = await read<{ payouts: Claim[] }>(url, { payouts: [] })
  for (const { id, state } of payouts)
    if (state === 'AwaitingPayment' || state === 'InProgress')
      await fetch(`${url}/${id}/settle`, { method: 'POST' })
  await askSoon(db)
}

/** Makes the query for payouts in progress due. */
export const askSoon = (db: Database) =>
  sql`update payouts set checked_at = checked_at - interval '1 hour'
             where by_server and status in ('approved', 'sent')
               and checked_at < now() - interval '5 seconds'`.execute(db)

/**
 * Finds payouts for which the server's records differ from the shop's: coins that it sent or will
 * send for no payout, twice for one payout or for a withdrawn one, and payouts that the shop marked
 * as sent.
 */
export async function wronglySent(db: Database, sandboxUrl: string): Promise<string[]> {
  const { payouts: all } = await read<{ payouts: Claim[] }>(
    `${sandboxUrl}/control/btcpay/payouts`,
    { payouts: [] },
  )
  const live = all.filter(({ state }) => state !== 'Cancelled')
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'status', 'by_server', 'pull_payment_id as setAside'])
    .select(sql<string>`trim_scale(coins)::text`.as('coins'))
    .execute()
  const known = new Map(rows.map((row) => [row.setAside, row]))
  return [
    ...live.flatMap(({ id, pullPaymentId, payoutAmount }, at) => {
      const payout = known.get(pullPaymentId)
      if (!payout) return [`claim ${id} is of no payout`]
      const first = live.findIndex((other) => other.pullPaymentId === pullPaymentId)
      if (first !== at) return [`${payout.id} was claimed twice`]
      if (Number(payoutAmount) !== Number(payout.coins))
        return [`${payout.id} is of ${payout.coins}, ${payoutAmount} were claimed`]
      return payout.status === 'done' ? [] : [`${payout.id} was sent and is ${payout.status}`]
    }),
    ...rows.flatMap(({ id, status, by_server, setAside }) => {
      if (!by_server || !['approved', 'sent', 'done'].includes(status)) return []
      return live.some(({ pullPaymentId }) => pullPaymentId === setAside)
        ? []
        : [`${id} is ${status} and the server has nothing of it`]
    }),
  ]
}
