import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bech32 } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffPayouts } from '#contract/selling/staff-payouts.ts'
import { btcpayProvider } from '#server/adapters/payments/btcpay.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { followServer, sendByServer } from './send.ts'
import { approvePayout } from './steps.ts'
import { lightningInvoice, makeInvoice, payoutDesk } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db, shop } = counter
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const desk = payoutDesk(counter, admin)
const secrets = counter.sandboxSecrets!
const at = (url: string) => ({
  nowpayments: null,
  btcpay: btcpayProvider({
    url,
    apiKey: secrets.btcpayKey,
    storeId: secrets.btcpayStoreId,
    webhookSecret: secrets.btcpayWebhookSecret,
    timeoutMs: 3000,
  }),
})
/** A provider with a short timeout. */
const hurried = at(`${counter.sandboxUrl}/btcpay`)

afterEach(() => counter.reset())

/** A payout whose customer has confirmed an address that no other test uses. */
async function given() {
  const sale = await desk.buy('confirm', 'btcln')
  const { id, coins } = (await desk.offer(sale.order)).body
  await desk.given(id, lightningInvoice)
  const before = (await desk.claims()).length
  const claims = async () => (await desk.claims()).slice(before)
  return { ...sale, id, coins, claims }
}

async function approved() {
  const payout = await given()
  expect((await desk.approveByServer(payout.id)).body.status).toBe('approved')
  return payout
}

const read = async (order: string) => (await desk.list(order)).payouts[0]!

test('requests exactly these coins from the server once, and shows when they are sent', async () => {
  const { user, order, id, coins, claims } = await approved()
  await Promise.all([counter.work(), ...[1, 2, 3, 4].map(() => sendByServer(db, shop.crypto, id))])
  const made = await claims()
  expect(made).toMatchObject([{ destination: lightningInvoice, state: 'AwaitingPayment' }])
  expect(Number(made[0]!.originalAmount)).toBe(coins)
  expect(await read(order)).toMatchObject({
    status: 'approved',
    by_server: true,
    server_note: null,
  })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  await desk.wallet(id, 'pay')
  await counter.work()
  expect(await read(order)).toMatchObject({ status: 'sent', transaction_id: expect.any(String) })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
  expect(await desk.mailsOf(user.id)).toContain('payout-sent')
  await desk.wallet(id, 'settle')
  await Promise.all([followServer(db, shop.crypto), followServer(db, shop.crypto)])
  expect((await read(order)).status).toBe('done')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
  const { timeline } = await desk.look(order)
  expect(timeline.flatMap(({ kind, text }) => (kind === 'payout' ? [text] : []))).toEqual([
    'Payout of $19.99 in BTC (Lightning) offered',
    'Payout address confirmed',
    'Payout approved',
    'Payout sent',
    'Payout arrived',
  ])
})

test('an expired invoice is refused when the customer enters it and at the approval', async () => {
  const sale = await desk.buy('confirm', 'btcln')
  const { id } = (await desk.offer(sale.order)).body
  const past = makeInvoice({ made: new Date(Date.now() - 90_000), seconds: 60 })
  expect(await desk.give(id, past)).toMatchObject({ status: 422, code: 'expired_invoice' })
  await desk.given(id, lightningInvoice)
  const later = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 2 * 86_400_000)
  const approval = { address: lightningInvoice, by_server: true, reason: 'Right' }
  const approving = approvePayout(db, admin.user, id, approval)
  await expect(approving).rejects.toMatchObject({ code: 'invoice_expired' })
  later.mockRestore()
  expect((await read(sale.order)).status).toBe('given')
})

test('a payout by the server needs no action from staff until the server leaves it to them', async () => {
  const waiting = async () => {
    const { body } = await counter.call(staffOrders.waiting, {}, admin)
    const { body: found } = await counter.call(
      staffOrders.search,
      { query: { look: 'payout' } },
      admin,
    )
    return { payouts: body.payouts, ids: found.orders.map(({ id }) => id) }
  }
  const before = (await waiting()).payouts
  const { order, id } = await given()
  expect(await waiting()).toMatchObject({ payouts: before + 1 })
  await desk.approveByServer(id)
  await counter.work()
  expect(await waiting()).toEqual({ payouts: before, ids: expect.not.arrayContaining([order]) })
  await desk.wallet(id, 'cancel')
  expect(await waiting()).toEqual({ payouts: before + 1, ids: expect.arrayContaining([order]) })
})

test('refuses an invoice that another payout uses, and the first one is still sent', async () => {
  const { order, id, claims } = await approved()
  const { btcpay } = shop.crypto
  const claimFor = btcpay!.claimFor
  vi.spyOn(btcpay!, 'claimFor').mockImplementationOnce(async (...asked) => {
    await sendByServer(db, shop.crypto, id)
    return claimFor(...asked)
  })
  await sendByServer(db, shop.crypto, id)
  expect(await claims()).toMatchObject([{ state: 'AwaitingPayment' }])
  expect(await read(order)).toMatchObject({ by_server: true, server_note: null })
})

test.each(['error', 'timeout', 'timeout_after'])(
  'a server that answers with %s is asked again, and sends once',
  async (api) => {
    const { order, id, claims } = await approved()
    await counter.switches({ btcpay: { api } })
    await sendByServer(db, hurried, id)
    expect((await read(order)).server_note).toMatch(/BTCPay Server/)
    // The second time, the answer is lost after the pull payment is stored.
    await counter.switches({ btcpay: { api: 'ok' } })
    vi.spyOn(hurried.btcpay, 'claimFor').mockImplementationOnce(async (...asked) => {
      await shop.crypto.btcpay!.claimFor(...asked)
      throw new Error('killed')
    })
    await expect(sendByServer(db, hurried, id)).rejects.toThrow('killed')
    await counter.work()
    await sendByServer(db, shop.crypto, id)
    expect(await claims()).toHaveLength(1)
    expect(await read(order)).toMatchObject({ status: 'approved', server_note: null })
  },
)

test('a payout canceled at the server is left to staff, who send it by hand or withdraw it', async () => {
  const { order, id } = await approved()
  await counter.work()
  expect((await desk.sent(id)).code).toBe('payout_moved')
  await desk.wallet(id, 'cancel')
  expect(await read(order)).toMatchObject({
    status: 'approved',
    by_server: false,
    server_note: 'It was canceled in the BTCPay Server',
  })
  const { timeline } = await desk.look(order)
  expect(timeline.filter(({ kind }) => kind === 'payout').at(-1)).toMatchObject({
    text: 'Payout returned to staff by the BTCPay Server',
    error: 'It was canceled in the BTCPay Server',
  })
  expect((await desk.send(id)).body.status).toBe('sent')
})

test('a withdrawal cancels the payout at the server first, and only before it is sent', async () => {
  const { order, id, claims } = await approved()
  await counter.work()
  expect((await desk.withdraw(id, support)).code).toBe('payout_approved')
  await counter.switches({ btcpay: { api: 'error' } })
  expect((await desk.withdraw(id)).code).toBe('provider_unreachable')
  await counter.switches({ btcpay: { api: 'ok' } })
  expect((await desk.withdraw(id)).body.status).toBe('withdrawn')
  expect(await claims()).toMatchObject([{ state: 'Cancelled' }])
  expect((await desk.look(order)).refundable?.left).toBe(19.99)

  const late = await approved()
  await counter.work()
  const [claim] = await late.claims()
  await counter.control(`/btcpay/payouts/${claim!.id}/pay`)
  expect((await desk.withdraw(late.id)).code).toBe('payout_moved')
  expect((await read(late.order)).status).toBe('sent')
})

test('a withdrawal during the request to the server ends in one of the two states', async () => {
  for (let n = 0; n < 8; n += 1) {
    const { order, id, claims } = await approved()
    const [withdrawn] = await Promise.all([
      desk.withdraw(id),
      sendByServer(db, shop.crypto, id),
      sendByServer(db, shop.crypto, id),
    ])
    await sendByServer(db, shop.crypto, id)
    const { status } = await read(order)
    const open = (await claims()).filter(({ state }) => state !== 'Cancelled')
    expect([200, 409]).toContain(withdrawn.status)
    expect(status).toBe(withdrawn.status === 200 ? 'withdrawn' : 'approved')
    if (status === 'withdrawn') expect(open).toEqual([])
    expect(open.length).toBeLessThanOrEqual(1)
  }
})

test('coins of another provider are sent by hand, and so are those that the key may not send', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.given(id)
  const params = { id }
  expect((await desk.approveByServer(params.id, 'other')).code).toBe('only_by_hand')
  const own = await given()
  const lacking = ['btcpay.store.cancreatepullpayments']
  vi.spyOn(shop.crypto.btcpay!, 'findMissingToSend').mockResolvedValueOnce(lacking)
  const refused = await desk.approveByServer(own.id)
  expect(refused).toMatchObject({ status: 409, code: 'key_cannot_send' })
  expect((await read(own.order)).status).toBe('given')
})

test('deleting the account deletes its offers and payout addresses', async () => {
  const [open, sent, going] = [await given(), await given(), await approved()]
  const offered = await desk.buy('confirm', 'btcln')
  const offer = (await desk.offer(offered.order)).body
  await desk.approve(sent.id, lightningInvoice)
  await desk.send(sent.id)
  for (const { user } of [open, sent, going, offered])
    await counter.call(staffUsers.remove, { params: { uid: user.id } }, admin)
  expect((await read(offered.order)).status).toBe('withdrawn')
  expect((await desk.read(offer.id)).body.status).toBe('withdrawn')
  expect((await read(sent.order)).address).toBeNull()
  expect((await read(open.order)).address).toBe(lightningInvoice)
  // A payout that is being sent still arrives.
  await counter.work()
  await desk.wallet(going.id, 'pay')
  expect(await read(going.order)).toMatchObject({ status: 'sent', address: null })
  await desk.withdraw(open.id)
  expect(await read(open.order)).toMatchObject({ status: 'withdrawn', address: null })
})

test('support cannot read the claim of the coins', async () => {
  const { order, id } = await approved()
  await counter.work()
  await counter.switches({ btcpay: { api: 'error' } })
  await sendByServer(db, shop.crypto, id)
  const { pull_payment_id } = await db
    .selectFrom('payouts')
    .select('pull_payment_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { body } = await counter.call(
    staffPayouts.list,
    { params: { id: order }, query: {} },
    support,
  )
  expect(body.payouts[0]!.server_note).toContain('/pull-payments/…/payouts')
  expect(JSON.stringify(body)).not.toContain(pull_payment_id)
})

test('never uses or pays another person’s claim for the customer', async () => {
  const { order, id, coins } = await approved()
  const thief: string = bech32.encode('lnbc', bech32.toWords(Buffer.alloc(120, 9)), false)
  const { btcpay } = shop.crypto
  vi.spyOn(btcpay!, 'claimFor').mockImplementationOnce(async (pull) => {
    await fetch(`${counter.sandboxUrl}/btcpay/api/v1/pull-payments/${pull}/payouts`, {
      method: 'POST',
      headers: { authorization: `token ${secrets.btcpayKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ destination: thief, amount: String(coins), payoutMethodId: 'BTC-LN' },
      }),
    })
    throw new Error('killed')
  })
  await expect(sendByServer(db, shop.crypto, id)).rejects.toThrow('killed')
  expect(await desk.claims(thief)).toMatchObject([{ state: 'AwaitingApproval' }])
  await sendByServer(db, shop.crypto, id)
  expect(await desk.claims(thief)).toMatchObject([{ state: 'Cancelled' }])
  expect(await read(order)).toMatchObject({
    status: 'approved',
    by_server: false,
    server_note: expect.stringContaining('limit of the pull payment'),
  })
})

test('a proxy’s 404 during an open claim neither leaves the payout to staff nor withdraws it', async () => {
  const { order, id } = await approved()
  await counter.work()
  const proxy = createServer((_, reply) => reply.writeHead(404).end('404 page not found'))
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const away = at(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  await sendByServer(db, away, id)
  proxy.close()
  expect(await read(order)).toMatchObject({ status: 'approved', by_server: true })
  expect((await desk.sent(id)).code).toBe('payout_moved')
  await desk.wallet(id, 'pay')
  expect((await read(order)).status).toBe('sent')
})
