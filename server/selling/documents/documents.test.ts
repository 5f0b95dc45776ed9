import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { settings } from '#contract/platform/settings.ts'
import { documents } from '#contract/selling/documents.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { documentOrder, issuerOf } from './make.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter
const admin = await signIn(counter.app, { admin: true })
const { buy, refund, rows } = refundDesk(counter, admin)

const seller = { seller_name: 'Łódź Żelazo Sp. z o.o.', seller_address: 'ul. Długa 1\n00-001 Łódź' }
const change = (body: object) => call(settings.change, { body } as never, admin)
afterEach(async () => {
  await counter.reset()
  await change({ seller_name: '', seller_address: '', seller_number: '' })
})

type Bought = Pick<Awaited<ReturnType<typeof buy>>, 'order' | 'cookie'>
const read = async ({ order, cookie }: Bought) =>
  (await call(documents.list, { params: { id: order } }, { cookie })).body
const told = async (bought: Bought) =>
  (await read(bought)).map(({ kind, total, corrects }) => [kind, total, corrects])

test('a paid order has a receipt, and an invoice once the seller’s details are complete', async () => {
  const first = await buy()
  const [receipt] = await read(first)
  expect(receipt).toMatchObject({
    kind: 'receipt',
    number: expect.stringMatching(/^TEST-\d+$/),
    test: true,
    seller: null,
    buyer: { username: first.user.username },
    lines: [{ detail: '1 Month', amount: 19.99 }],
    taxes: [],
    net: 19.99,
    tax: 0,
    total: 19.99,
    payment: 'Visa ••4242',
  })
  await change({ ...seller, seller_number: '' })
  expect(await told(await buy())).toMatchObject([['receipt', 19.99, null]])
  await change({ seller_number: 'PL 1234567890' })
  const second = await buy()
  const [invoice] = await read(second)
  expect(invoice).toMatchObject({
    kind: 'invoice',
    seller: { name: seller.seller_name, address: seller.seller_address },
  })
  // Later changes do not affect existing documents.
  await change({ seller_name: 'Somebody else' })
  expect(await read(second)).toEqual([invoice])
})

test('a real shop numbers receipts, invoices and credit notes separately, each from 1', async () => {
  const issuer = {
    ...{ shopName: 'Loadout', siteUrl: 'https://shop.example', timeZone: 'UTC', test: false },
  }
  const sell = async (then?: 'refunded') => {
    const { order } = await counter.newCardOrder()
    for (const status of ['finished', then] as const) {
      if (status) await settleOrder(db, order, status)
      await documentOrder(db, issuer, order)
    }
    const made = db.selectFrom('documents').select('name').where('order_id', '=', order)
    return (await made.orderBy('id').execute()).map(({ name }) => name)
  }
  expect(await sell('refunded')).toEqual(['REC-1', 'CN-1'])
  await change({ ...seller, seller_number: 'PL 1234567890' })
  expect(await sell()).toEqual(['INV-1'])
  expect(await sell('refunded')).toEqual(['INV-2', 'CN-2'])
})

test('a small business has its tax statement on later documents', async () => {
  const before = await buy()
  const sentence = 'Kein Ausweis von Umsatzsteuer nach § 19 UStG.'
  await change({ tax_mode: 'small_business', tax_sentence: sentence })
  const after = await buy()
  await change({ tax_mode: 'off' })
  expect((await read(before))[0]).toMatchObject({ note: null, tax: 0 })
  expect((await read(after))[0]).toMatchObject({ note: sentence, tax: 0 })
})

test('documents show crypto, several items and codes, and a free order has none', async () => {
  const { user, cookie } = await counter.customer()
  const first = await counter.addProduct()
  const second = await counter.addProduct()
  await counter.addCode(first, 'HALF', { amount: 50 })
  const { body } = await counter.buyByCrypto(cookie, [
    { id: first, term_length: 3, discount: 'HALF' },
    { id: second, term_length: 1 },
  ])
  expect(await read({ order: body.order_id, cookie })).toEqual([])
  await counter.coins(body.id, 'confirm')
  await counter.work()
  const [receipt, ...more] = await read({ order: body.order_id, cookie })
  expect(more).toEqual([])
  expect(receipt).toMatchObject({
    payment: expect.stringMatching(/^BTC/),
    lines: [
      { detail: '3 Months', discount: 'HALF', saved: 26.99 },
      { discount: null, saved: 0, amount: 19.99 },
    ],
  })
  expect(receipt!.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(receipt!.total)

  await counter.addCode(second, 'ALL', { amount: 100 })
  const free = await counter.buyByCard(cookie, [{ id: second, term_length: 1, discount: 'ALL' }])
  await counter.work()
  expect(await counter.statusOf(free.body.order_id)).toBe('finished')
  expect(await read({ order: free.body.order_id, cookie })).toEqual([])
  expect(user.id).toBeGreaterThan(0)
})

test('each partial refund has a credit note, and a failed one is reversed', async () => {
  const bought = await buy({ products: 2, card: '4000000000007726' })
  const [sale] = await read(bought)
  await refund(bought.order, { items: [{ id: bought.items[0]!, amount: 5 }] })
  await counter.work()
  const [part] = await rows(bought.order)
  expect(await told(bought)).toEqual([
    ['receipt', 39.98, null],
    ['credit_note', -5, sale!.number],
  ])
  await counter.refund(part!.provider_id!, 'fail')
  await counter.work()
  const notes = await read(bought)
  expect(notes.slice(1)).toMatchObject([
    { kind: 'credit_note', total: -5 },
    { kind: 'cancellation', total: 5, corrects: notes[1]!.number },
  ])
  await refund(bought.order, {
    items: [
      { id: bought.items[0]!, amount: 19.99 },
      { id: bought.items[1]!, amount: 19.99 },
    ],
  })
  await counter.work()
  const all = await read(bought)
  expect(all.at(-1)).toMatchObject({ kind: 'credit_note', total: -39.98, lines: [{}, {}] })
  expect(all.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(0)
})

test('a refund in the dashboard has a credit note, and a lost dispute credits the rest', async () => {
  const bought = await buy()
  await counter.session(bought.session, 'refund', { amount: 4.99 })
  await counter.work()
  expect(await told(bought)).toMatchObject([
    ['receipt', 19.99, null],
    ['credit_note', -4.99, {}],
  ])
  const settle = async (event: 'disputed' | 'dispute_lost' | 'dispute_won' | 'refunded') => {
    await settleOrder(db, bought.order, event)
    await counter.work()
  }
  await settle('disputed')
  expect(await read(bought)).toHaveLength(2)
  await settle('dispute_lost')
  await settle('dispute_lost')
  expect((await read(bought)).slice(2)).toMatchObject([{ kind: 'credit_note', total: -15 }])
  await settle('dispute_won')
  expect((await read(bought)).slice(3)).toMatchObject([{ kind: 'cancellation', total: 15 }])
  await settle('disputed')
  await settle('dispute_lost')
  // Never credits more than was sold, whatever a provider reports.
  await settle('refunded')
  const all = await read(bought)
  expect(all.slice(4)).toMatchObject([{ kind: 'credit_note', total: -15 }])
  expect(all.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(0)
})

test('a partly lost dispute credits its part only, once', async () => {
  const bought = await buy({ products: 2 })
  await counter.session(bought.session, 'dispute', { amount: 10 })
  await counter.session(bought.session, 'dispute-lost')
  await counter.work()
  const notes = async () => (await read(bought)).slice(1)
  expect(await notes()).toMatchObject([
    { kind: 'credit_note', total: -10, lines: [{ amount: -5 }, { amount: -5 }] },
  ])
  await documentOrder(db, issuerOf(counter.shop), bought.order)
  expect(await notes()).toHaveLength(1)
})

test('only the customer and staff can read a document, and it outlives the account', async () => {
  const bought = await buy()
  const stranger = await counter.customer()
  const params = { id: bought.order }
  expect(await call(documents.list, { params }, { cookie: stranger.cookie })).toMatchObject({
    status: 404,
    code: 'unknown_order',
  })
  expect((await call(documents.list, { params })).status).toBe(401)
  await call(staffUsers.remove, { params: { uid: bought.user.id } }, admin)
  const { content } = await db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', bought.order)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(content).buyer.username).toBe(bought.user.username)
})

test('the database refuses to change, delete, skip or duplicate documents', async () => {
  const { order } = await buy()
  const refused = async (statement: ReturnType<typeof sql>) =>
    expect(statement.execute(db)).rejects.toThrow(/append-only|the next document|duplicate|check/)
  await refused(sql`update documents set total_cents = 1 where order_id = ${order}`)
  await refused(sql`delete from documents where order_id = ${order}`)
  await refused(sql`truncate documents cascade`)
  await refused(sql`update document_series set last = last + 1`)
  await refused(sql`insert into document_series (series, last) values ('XX', 7)`)
  const copy = (number: string, content = 'content') => sql`
    insert into documents (series, number, kind, order_id, corrects_id, issued_at, total_cents, content, sha256)
    select series, ${sql.raw(number)}, 'credit_note', order_id, id, issued_at, -1, ${sql.raw(content)}, sha256
      from documents where order_id = ${order} limit 1`
  await refused(copy('number'))
  await refused(copy('number + 2'))
  await refused(copy('number + 1', `content || ' '`))
})
