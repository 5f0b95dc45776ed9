import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settings } from '#contract/platform/settings.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { documents } from '#contract/selling/documents.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { settleSession } from '#server/selling/payments/settle-card.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { documentOrder } from './make.ts'

const counter = await fileFixture(openCounter())
const { call, db, shop } = counter
const admin = await signIn(counter.app, { admin: true })
const { refund } = refundDesk(counter, admin)
const issuer = { shopName: 'Loadout', siteUrl: 'https://shop.example', timeZone: 'UTC', test: true }

test('credit notes before and after a receipt can be created concurrently', async () => {
  const body = { tax_mode: 'table', seller_vat_id: 'DE136695976' }
  await call(settings.change, { body } as never, admin)
  await counter.switches({ vies: { api: 'away' } })
  const product = await counter.addProduct()
  const customerOf = async (country: string) => {
    const customer = await counter.customer()
    await call(taxes.chooseCountry, { body: { country } }, customer)
    return customer
  }
  const pay = async ({ cookie }: { cookie: string }) => {
    const { body: order } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
    await counter.session(order.session_id, 'confirm')
    return order
  }
  // Documented with tax before VIES confirms: a credit note, and then a receipt.
  const company = await customerOf('AT')
  const about = { name: 'Firma', address: 'Wien', vat_id: 'ATU13585627' }
  await call(taxes.saveCompany, { body: about }, company)
  const { order_id: confirmed } = await pay(company)
  await counter.work()
  await sql`update vat_checks set state = 'valid', answered_at = now(), error = null`.execute(db)
  // Paid and refunded before its documents are created: a receipt, and then a credit note.
  const person = await customerOf('DE')
  const { order_id: refunded, session_id } = await pay(person)
  await settleSession(db, shop.card!, session_id)
  const { id: item } = await db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', refunded)
    .executeTakeFirstOrThrow()
  expect((await refund(refunded, { items: [{ id: item, amount: 5 }] })).status).toBe(201)

  const both: Promise<string>[] = []
  const make = (order: string) =>
    documentOrder(db, issuer, order).then(
      () => 'made',
      (error) => error.message,
    )
  await sql`insert into document_series (series) values ('TEST-CN') on conflict do nothing`.execute(
    db,
  )
  await db.transaction().execute(async (tx) => {
    await sql`select from document_series where series = 'TEST-CN' for update`.execute(tx)
    both.push(make(confirmed))
    await expect.poll(() => countLockWaits(db)).toBe(1)
    both.push(make(refunded))
    await expect.poll(() => countLockWaits(db)).toBe(2)
  })
  expect(await Promise.all(both)).toEqual(['made', 'made'])
  const kindsOf = async (id: string, by: typeof company) =>
    (await call(documents.list, { params: { id } }, by)).body.map(({ kind }) => kind)
  expect(await kindsOf(confirmed, company)).toEqual(['receipt', 'credit_note', 'receipt'])
  expect(await kindsOf(refunded, person)).toEqual(['receipt', 'credit_note'])
})
