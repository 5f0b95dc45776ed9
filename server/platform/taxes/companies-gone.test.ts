import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { forgetOld } from '#server/shop/retention/testing/forget.ts'
import { austrian, companies } from './testing/companies.ts'

const counter = await fileFixture(openCounter())
const { db, call } = counter
const admin = await signIn(counter.app, { admin: true })
const desk = companies(counter, admin)
beforeEach(desk.open)
afterEach(desk.close)

const remove = (uid: number) => call(staffUsers.remove, { params: { uid } }, admin)

test('a company saved during the deletion of its account is not stored', async () => {
  const customer = await counter.customer()
  await desk.choose('AT', customer)
  await desk.vies('valid', 4000)
  const saving = desk.save(customer, austrian)
  await expect.poll(() => desk.isAsked(austrian)).toBe(true)
  expect((await remove(customer.user.id)).status).toBe(200)
  await saving
  const left = await db
    .selectFrom('companies')
    .select('name')
    .where('user_id', '=', customer.user.id)
    .execute()
  expect(left).toEqual([])
})

/** Places a card order of a company whose form stays open until the order expires. */
async function neverPaid() {
  const company = await desk.companyOf('AT', austrian)
  const product = { id: await counter.addProduct(), term_length: 1 } as const
  const { body } = await counter.buyByCard(company.cookie, [product])
  await counter.session(body.session_id, 'expire')
  await counter.work()
  expect(await counter.statusOf(body.order_id)).toBe('expired')
  const { rows } = await sql<{ name: string | null }>`
    select company_name as name from orders where id = ${body.order_id}`.execute(db)
  expect(rows[0]!.name).toBe('Żelazo & Söhne')
  return { ...company, order: body.order_id }
}

const kept = (order: string) =>
  db
    .selectFrom('orders')
    .select(['company_name', 'company_address', 'vat_id', 'vat_check_id'])
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
const nothing = { company_name: null, company_address: null, vat_id: null, vat_check_id: null }

test('deleting an account deletes the company of its unpaid orders', async () => {
  const { user, order } = await neverPaid()
  await remove(user.id)
  expect(await kept(order)).toEqual(nothing)
})

test('the company of an unpaid order is deleted after 30 days, that of a paid order is retained', async () => {
  const { order, cookie } = await neverPaid()
  const product = { id: await counter.addProduct(), term_length: 1 } as const
  const { body } = await counter.buyByCard(cookie, [product])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  await sql`update orders set created_at = now() - interval '31 days'`.execute(db)
  await forgetOld(counter)
  expect(await kept(order)).toEqual(nothing)
  expect(await kept(body.order_id)).toMatchObject({ vat_id: austrian })
})

test('does not query VIES again on each click about an ID that it has just refused', async () => {
  await desk.vies('invalid')
  const customer = await counter.customer()
  await desk.choose('AT', customer)
  const asked = async () =>
    (await db.selectFrom('vat_checks').select('id').where('state', '=', 'invalid').execute()).length
  const before = await asked()
  for (let press = 0; press < 3; press += 1)
    expect((await desk.save(customer, austrian)).code).toBe('vat_id_unknown')
  expect(await asked()).toBe(before + 1)
  await sql`update vat_checks set answered_at = now() - interval '11 minutes'`.execute(db)
  await desk.vies('valid')
  expect((await desk.save(customer, austrian)).status).toBe(200)
})
