import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { taxes } from '#contract/platform/taxes.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { austrian, companies, german } from './testing/companies.ts'

const counter = await fileFixture(openCounter())
const { call, db, shop } = counter
const admin = await signIn(counter.app, { admin: true })
const { look } = refundDesk(counter, admin)
const desk = companies(counter, admin)
const { askAgain, buy, change, choose, companyOf, quote, save, told, vies } = desk

beforeEach(desk.open)
afterEach(desk.close)

test('refuses an ID unknown to VIES at its field, and later leaves the tax unchanged', async () => {
  await vies('invalid')
  const company = await companyOf('AT', austrian)
  expect(company.saved).toMatchObject({ status: 422, code: 'vat_id_unknown' })
  expect(await quote(company, await counter.addProduct())).toMatchObject({ company: null })

  // A negative answer is valid for ten minutes.
  await sql`update vat_checks set answered_at = now() - interval '11 minutes'`.execute(db)
  await vies('away')
  expect((await save(company, austrian)).body).toMatchObject({ tax: 'waiting' })
  const bought = await buy(company)
  await vies('invalid')
  await askAgain()
  expect(await told(bought.order, company)).toMatchObject([
    { tax: 3.33, buyer: { company: { vat_id: austrian } }, reverse_charge: null },
  ])
  expect((await look(bought.order)).tax?.company).toMatchObject({ tax: 'unknown' })
})

test('refuses invalid input with a sentence, and stores nothing', async () => {
  const customer = await counter.customer()
  expect(await save(customer, austrian)).toMatchObject({ status: 409, code: 'country_first' })
  await choose('US', customer)
  expect(await save(customer, '')).toMatchObject({ status: 409, code: 'country_first' })
  await choose('AT', customer)
  for (const wrong of ['ATU13585628', german, 'Ring 1'])
    expect(await save(customer, wrong)).toMatchObject({ status: 422, code: 'vat_id_form' })
  for (const more of [
    ...[{ name: ' ' }, { address: '' }, { address: 'x'.repeat(401) }],
    // These characters would be drawn outside their field on the invoice.
    ...[{ address: 'Ring 1\n\u202e00.0 latoT' }, { address: `${'Ring\n'.repeat(10)}1010 Wien` }],
    // No font of the invoice has these letters.
    ...[{ name: 'ᠮᠣᠩᠭᠣᠯ' }, { address: 'ᠮᠣᠩᠭᠣᠯ' }],
  ])
    expect((await save(customer, austrian, more)).status).toBe(422)
  expect(await quote(customer, await counter.addProduct())).toMatchObject({ company: null })
  expect((await change({ seller_vat_id: 'DE136695977' })).code).toBe('vat_id_form')
  expect((await change({ seller_vat_id: 'de 136 695 976' })).body.seller_vat_id).toBe(german)
})

test('companies in the seller’s country, without an ID or outside the EU pay tax like others', async () => {
  const ask = shop.vies
  shop.vies = { ...ask, ask: () => Promise.reject(new Error('VIES is not asked')) }
  try {
    for (const [country, vatId, rate] of [
      ['DE', german, 19],
      ['AT', '', 20],
      ['GB', 'XI980780684', 20],
      ['NO', 'NO923609016MVA', 25],
      ['CH', 'CHE107787577MWST', 8.1],
    ] as const) {
      const company = await companyOf(country, vatId)
      expect(company.saved.body).toMatchObject({ vat_id: vatId, tax: 'taxed' })
      const bought = await buy(company)
      expect(await told(bought.order, company)).toMatchObject([
        {
          buyer: { country, company: { vat_id: vatId || null } },
          taxes: [{ rate }],
          reverse_charge: null,
        },
      ])
    }
    await change({ seller_vat_id: '' })
    expect((await companyOf('AT', austrian)).saved.body).toMatchObject({ tax: 'taxed' })
  } finally {
    shop.vies = ask
  }
})

test('a company has a country, is added to the open card form, and can be removed', async () => {
  const company = await companyOf('AT', austrian)
  const id = await counter.addProduct()
  const open = await counter.buyByCard(company.cookie, [{ id, term_length: 1 }])
  const placed = () =>
    db
      .selectFrom('orders')
      .select(['tax_country', 'company_name', 'vat_id'])
      .where('id', '=', open.body.order_id)
      .executeTakeFirstOrThrow()
  expect(await placed()).toMatchObject({ tax_country: 'AT', vat_id: austrian })
  await choose('DE', company)
  expect(await placed()).toEqual({ tax_country: 'DE', company_name: null, vat_id: null })
  expect(await quote(company, id)).toMatchObject({ country: 'DE', company: null })
  // The company is remembered in case the customer returns to this country.
  await choose('AT', company)
  expect(await placed()).toMatchObject({ tax_country: 'AT', vat_id: austrian })
  await call(taxes.removeCompany, {}, { cookie: company.cookie })
  expect(await placed()).toEqual({ tax_country: 'AT', company_name: null, vat_id: null })
  await choose('DE', company)
  await choose('AT', company)
  expect(await quote(company, id)).toMatchObject({ company: null })
})

test('saving a company during the placement of an order leaves it on the order', async () => {
  const id = await counter.addProduct()
  for (let round = 0; round < 6; round += 1) {
    const customer = await counter.customer()
    await choose('AT', customer)
    const [{ body }] = await Promise.all([
      counter.buyByCard(customer.cookie, [{ id, term_length: 1 }]),
      save(customer, austrian),
    ])
    const { vat_id } = await db
      .selectFrom('orders')
      .select('vat_id')
      .where('id', '=', body.order_id)
      .executeTakeFirstOrThrow()
    expect(vat_id).toBe(austrian)
  }
})

test('deleting a customer deletes the company, and keeps it on paid orders', async () => {
  const bought = await buy(await companyOf('AT', austrian))
  await call(staffUsers.remove, { params: { uid: bought.user.id } }, admin)
  const left = await db
    .selectFrom('companies')
    .select('name')
    .where('user_id', '=', bought.user.id)
    .execute()
  expect(left).toEqual([])
  expect((await look(bought.order)).tax?.company).toMatchObject({ vat_id: austrian })
})
