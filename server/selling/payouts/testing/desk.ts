import { randomUUID } from 'node:crypto'
import { bech32 } from '@scure/base'
import { sql } from 'kysely'
import { payouts } from '#contract/selling/payouts.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { payoutLink } from '../links.ts'
import { sendByServer } from '../send.ts'

export const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
export const otherBitcoin = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
/** An invoice without an amount. Its hash and signature are not valid. */
export function makeInvoice({ made, seconds }: { made: Date; seconds: number }): string {
  const digits = (value: number, length: number) =>
    Array.from({ length }, (_, at) => Math.floor(value / 32 ** (length - 1 - at)) % 32)
  const [hash, expiry] = [1, 6]
  const words = [
    ...digits(made.getTime() / 1000, 7),
    ...[hash, ...digits(52, 2), ...Array(52).fill(7)],
    ...[expiry, ...digits(4, 2), ...digits(seconds, 4)],
    ...Array(104).fill(7),
  ]
  return bech32.encode('lnbc', words, false)
}
export const lightningInvoice = makeInvoice({ made: new Date(), seconds: 86_400 })
export const transaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

type Claim = { id: string; destination: string; originalAmount: string; state: string }

/** Orders that were paid in crypto, staff who offer refunds, and customers who enter addresses. */
export function payoutDesk(counter: Counter, staff: { cookie: string }) {
  const { call, db } = counter
  const look = async (order: string) =>
    (await call(staffOrders.get, { params: { id: order } }, staff)).body
  const tokenOf = async (id: string) => (await payoutLink(db, '', id)).split('token=')[1]!

  async function code(id: string) {
    const mail = await db
      .selectFrom('mails')
      .select('text_body')
      .where('template', '=', 'payout-code')
      .where(sql<boolean>`about ->> 'payout' = ${id}`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /^Code: (\d{6})$/m.exec(mail.text_body)![1]!
  }
  const give = async (id: string, address = bitcoin, memo = '') =>
    call(payouts.address, { body: { token: await tokenOf(id), address, memo } })
  /** Confirms the address that the page shows now, unless another one is given. */
  async function confirm(id: string, given?: string, shown?: string) {
    const token = await tokenOf(id)
    const now = (await call(payouts.read, { body: { token } })).body
    const address = shown ?? now?.address ?? bitcoin
    const body = { token, code: given ?? (await code(id)), address, memo: now?.memo ?? '' }
    return call(payouts.confirm, { body })
  }
  const params = (id: string) => ({ params: { id } })

  return {
    look,
    tokenOf,
    code,
    give,
    confirm,

    /** Buys a product for a month. `action` is what happens to the payment. */
    async buy(action = 'confirm', currency = 'btc') {
      const sale = await counter.newCryptoOrder(currency)
      await counter.coins(sale.payment, action)
      await counter.work()
      return sale
    },

    /** Adds the same payment in another coin. */
    async payInAnotherCoin(order: string) {
      const { id: _, ...first } = await db
        .selectFrom('payments')
        .selectAll()
        .where('order_id', '=', order)
        .executeTakeFirstOrThrow()
      const another = { ...first, provider_id: randomUUID(), pay_currency: 'ltc' }
      await db.insertInto('payments').values(another).execute()
    },
    /**
     * Offers a refund of this many dollars, or of everything that is left. `shown` is the order as the
     * staff member sees it.
     */
    async offer(
      order: string,
      dollars?: number,
      by = staff,
      shown?: Awaited<ReturnType<typeof look>>,
    ) {
      const { refundable } = shown ?? (await look(order))
      const item = refundable?.items[0]
      const body = {
        id: randomUUID(),
        items: [{ id: item?.id ?? 1, amount: dollars ?? item?.left ?? 1 }],
        left: refundable?.left ?? 0,
        take_time: true,
        give_code: false,
        stop_renewal: true,
        reason: 'requested' as const,
      }
      return call(staffPayouts.offer, { ...params(order), body }, by)
    },
    list: async (order: string) =>
      (await call(staffPayouts.list, { ...params(order), query: {} }, staff)).body,
    read: async (id: string) => call(payouts.read, { body: { token: await tokenOf(id) } }),
    approve: (id: string, address = bitcoin, by = staff) =>
      call(staffPayouts.approve, { ...params(id), body: { address, reason: 'Right' } }, by),
    approveByServer: (id: string, address = lightningInvoice) =>
      call(
        staffPayouts.approve,
        { ...params(id), body: { address, by_server: true, reason: 'Right' } },
        staff,
      ),
    /** Returns the payouts that the BTCPay Server was asked to send to an address. */
    async claims(address = lightningInvoice): Promise<Claim[]> {
      const { payouts: all } = await counter.read('/btcpay/payouts')
      return all.filter(({ destination }: Claim) => destination === address)
    },
    /** Lets the operator's wallet act on the latest claim, and the shop read the result. */
    async wallet(id: string, action: 'pay' | 'settle' | 'cancel', address?: string) {
      const claim = (await this.claims(address)).at(-1)
      await counter.control(`/btcpay/payouts/${claim?.id}/${action}`)
      await sendByServer(db, counter.shop.crypto, id)
    },
    claim: (id: string, by = staff, take_from: number | null = null) =>
      call(staffPayouts.claim, { ...params(id), body: { take_from } }, by),
    release: (id: string, by = staff) => call(staffPayouts.release, params(id), by),
    sent: (id: string, by = staff) =>
      call(staffPayouts.sent, { ...params(id), body: { transaction_id: transaction } }, by),
    async send(id: string) {
      await this.claim(id)
      return this.sent(id)
    },
    done: (id: string) => call(staffPayouts.done, params(id), staff),
    withdraw: (id: string, by = staff) =>
      call(staffPayouts.withdraw, { ...params(id), body: { reason: 'Asked for' } }, by),
    previewWithdraw: (id: string, by = staff) => call(staffPayouts.previewWithdraw, params(id), by),
    rest: (order: string) => call(staffPayouts.offerRest, { ...params(order), query: {} }, staff),
    effects: (id: string) => call(staffPayouts.effects, params(id), staff),
    async given(id: string, address = bitcoin) {
      await give(id, address)
      await confirm(id)
    },
    mailsOf: async (userId: number) => {
      const mails = await db
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', 'like', 'payout%')
        .orderBy('id')
        .execute()
      return mails.map(({ template }) => template)
    },
  }
}
