import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documents } from '#contract/documents.ts'
import { payments } from '#contract/payments.ts'
import { settings } from '#contract/settings.ts'
import { staffDocuments } from '#contract/staff-documents.ts'
import { staffUsers } from '#contract/staff-users.ts'
import { taxes } from '#contract/taxes.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { documentOrder } from '#server/documents/make.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { refundDesk } from '#server/refunds/testing/bought.ts'
import { renewing } from '#server/renewals/testing/renewing.ts'
import { askDueChecks } from './vat-checks.ts'

const counter = await fileFixture(openCounter())
const { call, db, shop } = counter
const admin = await signIn(counter.app, { admin: true })
const { refund, look } = refundDesk(counter, admin)

const german = 'DE136695976'
const austrian = 'ATU13585627'
const change = (body: object) => call(settings.change, { body } as never, admin)
const vies = (api: string, delayMs = 0) => counter.switches({ vies: { api, delayMs } })

beforeEach(() => change({ tax_mode: 'table', tax_rates: [], seller_vat_id: german }))
afterEach(async () => {
  await counter.reset()
  await sql`update vat_checks set created_at = now() - interval '2 days',
    answered_at = answered_at - interval '2 days'`.execute(db)
  await change({ tax_mode: 'off', seller_vat_id: '' })
})

type Somebody = { cookie: string }
const choose = (country: string, { cookie }: Somebody) =>
  call(taxes.chooseCountry, { body: { country } }, { cookie })
const save = ({ cookie }: Somebody, vat_id: string, more: object = {}) =>
  call(
    taxes.saveCompany,
    { body: { name: 'Żelazo & Söhne', address: 'Ring 1\n1010 Wien', vat_id, ...more } },
    { cookie },
  )
const quote = async ({ cookie }: Somebody, id: number) =>
  (await call(payments.quote, { body: { items: [{ id, term_length: 1 }] } }, { cookie })).body.tax
const told = async (order: string, { cookie }: Somebody) =>
  (await call(documents.list, { params: { id: order } }, { cookie })).body

async function companyOf(country: string, vatId: string) {
  const customer = await counter.customer()
  await choose(country, customer)
  return { ...customer, saved: await save(customer, vatId) }
}

/** A month for 19.99, paid by card. */
async function buy<Customer extends Somebody>(customer: Customer, more: object = {}) {
  const id = await counter.addProduct()
  const { body } = await counter.buyByCard(customer.cookie, [{ id, term_length: 1, ...more }])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const item = await db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', body.order_id)
    .executeTakeFirstOrThrow()
  return { ...customer, order: body.order_id, item: item.id }
}

/** Two hours later, what VIES has not answered is due again. */
async function askAgain() {
  await sql`update vat_checks set due_at = now(), asked_at = asked_at - interval '2 hours'
    where state = 'asked'`.execute(db)
  await askDueChecks(db, shop.vies)
  await counter.work()
}

const summed = (all: { net: number; tax: number; total: number }[]) => {
  const cents = (of: 'net' | 'tax' | 'total') =>
    all.reduce((sum, each) => sum + Math.round(each[of] * 100), 0)
  return { net: cents('net'), tax: cents('tax'), total: cents('total') }
}

test('a company that VIES confirms owes the tax itself; what it pays is the same', async () => {
  const company = await companyOf('AT', 'atu 135 85 627')
  expect(company.saved.body).toMatchObject({ vat_id: austrian, tax: 'reverse_charge' })
  const id = await counter.addProduct()
  expect(await quote(company, id)).toMatchObject({
    ...{ rate: null, amount: 0 },
    company: { name: 'Żelazo & Söhne', vat_id: austrian, tax: 'reverse_charge' },
  })
  const bought = await buy(company)
  const [invoice, ...more] = await told(bought.order, company)
  expect(more).toEqual([])
  expect(invoice).toMatchObject({
    seller_vat_id: german,
    buyer: {
      country: 'AT',
      company: { name: 'Żelazo & Söhne', address: 'Ring 1\n1010 Wien', vat_id: austrian },
    },
    reverse_charge: { consultation: expect.stringMatching(/^WAPIAAAA/) },
    ...{ taxes: [], net: 19.99, tax: 0, total: 19.99 },
  })
  expect((await look(bought.order)).tax?.company).toMatchObject({
    ...{ vat_id: austrian, tax: 'reverse_charge' },
    consultation: invoice!.reverse_charge!.consultation,
  })
  await refund(bought.order, { items: [{ id: bought.item, amount: 7.77 }] })
  await counter.work()
  expect((await told(bought.order, company))[1]).toMatchObject({
    ...{ kind: 'credit_note', net: -7.77, tax: 0, total: -7.77 },
    reverse_charge: invoice!.reverse_charge,
  })
})

test('while VIES does not answer tax is charged; once it does, that is corrected', async () => {
  for (const away of ['busy', 'away', 'error']) {
    await vies(away)
    const company = await companyOf('AT', austrian)
    expect(company.saved).toMatchObject({ status: 200, body: { tax: 'waiting' } })
    expect(await quote(company, await counter.addProduct())).toMatchObject({ rate: 20 })
    const bought = await buy(company)
    await refund(bought.order, { items: [{ id: bought.item, amount: 5 }] })
    await askAgain()
    expect(await told(bought.order, company)).toMatchObject([
      { tax: 3.33, total: 19.99, reverse_charge: null },
      { kind: 'credit_note', tax: -0.83, total: -5 },
    ])
    const { tax } = await look(bought.order)
    expect(tax?.company).toMatchObject({ tax: 'waiting', error: expect.stringMatching(/^VIES/) })

    await vies('valid')
    await askAgain()
    const all = await told(bought.order, company)
    const [sale, , taken, anew] = all
    expect([taken, anew]).toMatchObject([
      { kind: 'credit_note', corrects: sale!.number, tax: -2.5, total: -14.99 },
      {
        kind: sale!.kind,
        corrects: taken!.number,
        reason: `${sale!.number} anew, under reverse charge`,
        lines: [{ amount: 14.99 }],
        reverse_charge: { consultation: expect.stringMatching(/^WAPIAAAA/) },
        ...{ taxes: [], net: 14.99, tax: 0, total: 14.99 },
      },
    ])
    expect(summed(all)).toEqual({ net: 1499, tax: 0, total: 1499 })
    // Whatever is asked and worked again, this stays.
    await askAgain()
    expect(await told(bought.order, company)).toEqual(all)
    await sql`update vat_checks set answered_at = answered_at - interval '2 days'`.execute(db)
  }
})

test('one member state that is away holds up no other, however many of its ids are due', async () => {
  const french = Array.from({ length: 120 }, (_, i) => `FR${40303265045 + i}`)
  await sql`insert into vat_checks (vat_id, requester, due_at)
    select unnest(${french}::text[]), ${german}, now() - interval '2 minutes'
    union all select 'DK13585628', ${german}, now() - interval '1 minute'`.execute(db)
  const asked: string[] = []
  await askDueChecks(db, {
    async ask(vatId) {
      asked.push(vatId.slice(0, 2))
      if (vatId.startsWith('FR')) throw new ProviderDown('VIES: MS_UNAVAILABLE')
      return { valid: true, consultation: null }
    },
  })
  expect(asked).toEqual(['FR', 'DK'])
  await sql`delete from vat_checks where vat_id like 'FR%' or vat_id like 'DK%'`.execute(db)
})

test('who buys while a question of last month is open is asked about for a month, too', async () => {
  // Asked 31 days ago for somebody who did not buy; the member state has not answered since.
  await sql`insert into vat_checks (vat_id, requester, created_at, due_at, asked_at, tries)
    values (${austrian}, ${german}, now() - interval '31 days', 'infinity',
            now() - interval '1 hour', 99)`.execute(db)
  await vies('away')
  const company = await companyOf('AT', austrian)
  const bought = await buy(company)
  for (const api of ['away', 'valid']) {
    await vies(api)
    await sql`update vat_checks set due_at = due_at - interval '1 day',
      asked_at = asked_at - interval '1 day' where state = 'asked'`.execute(db)
    await askDueChecks(db, shop.vies)
    await counter.work()
  }
  expect((await told(bought.order, company)).map(({ tax }) => tax > 0)).toEqual([
    true,
    false,
    false,
  ])
})

test('a confirmation of long ago is no promise of today: the checkout says what the invoice will', async () => {
  await vies('valid')
  const company = await companyOf('AT', austrian)
  const id = await counter.addProduct()
  expect(await quote(company, id)).toMatchObject({ amount: 0, company: { tax: 'reverse_charge' } })
  await sql`update vat_checks set answered_at = answered_at - interval '25 hours'`.execute(db)
  await vies('invalid')
  const quoted = await quote(company, id)
  expect(quoted).toMatchObject({ rate: 20, company: { tax: 'waiting' } })
  const [invoice] = await told((await buy(company)).order, company)
  expect(invoice).toMatchObject({ taxes: [{ rate: 20 }], reverse_charge: null })
})

test('a process that ends while it asks leaves the question to the next', async () => {
  await vies('away')
  const company = await companyOf('AT', austrian)
  const bought = await buy(company)
  await sql`update vat_checks set due_at = now() where state = 'asked'`.execute(db)
  // Asked, and never heard of: the process was killed.
  await new Promise((asked) => {
    void askDueChecks(db, { ask: () => new Promise(() => asked(null)) })
  })
  await vies('valid')
  await askDueChecks(db, shop.vies)
  await counter.work()
  expect(await told(bought.order, company)).toHaveLength(1)
  await askAgain()
  expect(await told(bought.order, company)).toHaveLength(3)
})

test('VIES that is slow keeps nobody waiting, and is not asked by each of many', async () => {
  await vies('valid', 7000)
  const company = await companyOf('AT', austrian)
  expect(company.saved.body).toMatchObject({ tax: 'waiting' })
  await vies('valid')
  let asked = 0
  const counting = shop.vies
  shop.vies = {
    ask(...question) {
      asked += 1
      return counting.ask(...question)
    },
  }
  await sql`update vat_checks set due_at = now() - interval '1 hour', asked_at = null`.execute(db)
  const others = await Promise.all([1, 2, 3, 4].map(() => counter.customer()))
  for (const other of others) await choose('AT', other)
  const answers = await Promise.all(others.map((other) => save(other, austrian)))
  shop.vies = counting
  // Once more where the answer came between somebody's look and their question, which does no harm.
  expect([1, 2]).toContain(asked)
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(['reverse_charge', 'waiting']).toContain(body.tax)
  }
  expect(await quote(others[3]!, await counter.addProduct())).toMatchObject({
    company: { tax: 'reverse_charge' },
  })
}, 20_000)

test('what VIES does not know is refused at its field, and later leaves the tax as it is', async () => {
  await vies('invalid')
  const company = await companyOf('AT', austrian)
  expect(company.saved).toMatchObject({ status: 422, code: 'vat_id_unknown' })
  expect(await quote(company, await counter.addProduct())).toMatchObject({ company: null })

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

test('bad input is refused with a sentence and keeps nothing', async () => {
  const customer = await counter.customer()
  expect(await save(customer, austrian)).toMatchObject({ status: 409, code: 'country_first' })
  await choose('US', customer)
  expect(await save(customer, '')).toMatchObject({ status: 409, code: 'country_first' })
  await choose('AT', customer)
  for (const wrong of ['ATU13585628', german, 'Ring 1'])
    expect(await save(customer, wrong)).toMatchObject({ status: 422, code: 'vat_id_form' })
  for (const more of [{ name: ' ' }, { address: '' }, { address: 'x'.repeat(401) }])
    expect((await save(customer, austrian, more)).status).toBe(422)
  expect(await quote(customer, await counter.addProduct())).toMatchObject({ company: null })
  expect((await change({ seller_vat_id: 'DE136695977' })).code).toBe('vat_id_form')
  expect((await change({ seller_vat_id: 'de 136 695 976' })).body.seller_vat_id).toBe(german)
})

test('in the seller’s country, without an id and outside the EU companies pay tax as anybody', async () => {
  const ask = shop.vies
  shop.vies = { ask: () => Promise.reject(new Error('VIES is not asked')) }
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

test('a company is of its country, goes on the open card form, and can be taken off', async () => {
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
  // Remembered, should they come back.
  await choose('AT', company)
  expect(await placed()).toMatchObject({ tax_country: 'AT', vat_id: austrian })
  await call(taxes.removeCompany, {}, { cookie: company.cookie })
  expect(await placed()).toEqual({ tax_country: 'AT', company_name: null, vat_id: null })
  await choose('DE', company)
  await choose('AT', company)
  expect(await quote(company, id)).toMatchObject({ company: null })
})

test('saving a company while an order is placed leaves it on the order', async () => {
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

test('a renewal is of the same company, and VIES is asked about it anew', async () => {
  const { pass, run } = renewing(counter)
  const company = await companyOf('AT', austrian)
  const bought = await buy(company, { renew: true })
  await sql`update vat_checks set answered_at = answered_at - interval '29 days'`.execute(db)
  await vies('away')
  await pass(company.user.id, 29.5)
  await run()
  const renewed = await db
    .selectFrom('orders')
    .select('id')
    .where('renews_order_id', '=', bought.order)
    .executeTakeFirstOrThrow()
  expect(await told(renewed.id, company)).toMatchObject([
    { taxes: [{ rate: 20 }], buyer: { company: { vat_id: austrian } }, reverse_charge: null },
  ])
  await vies('valid')
  await askAgain()
  expect(await told(renewed.id, company)).toMatchObject([
    { tax: 3.33 },
    { kind: 'credit_note', tax: -3.33 },
    { tax: 0, reverse_charge: { consultation: expect.any(String) } },
  ])
})

test('the books list reverse charge by company', async () => {
  const company = await companyOf('AT', austrian)
  const { order } = await buy(company)
  const [{ number } = { number: '' }] = await told(order, company)
  const { payload } = await counter.app.inject({
    url: `/api${staffDocuments.journal.path}`,
    headers: { cookie: admin.cookie },
  })
  const line = payload.split('\r\n').find((each) => each.startsWith(`${number},`))
  expect(line).toMatch(/,AT,Żelazo & Söhne,ATU13585627,yes,WAPIAAAA\w+$/)

  // Test mode is not declared, so these are made as a real shop makes them.
  for (const buyer of [company, await companyOf('HU', '')]) {
    const id = await counter.addProduct()
    const { body } = await counter.buyByCard(buyer.cookie, [{ id, term_length: 1 }])
    await settleOrder(db, body.order_id, 'finished')
    const shop = { shopName: 'Loadout', siteUrl: 'https://shop.example', timeZone: 'UTC' }
    const issuer = { ...shop, test: false }
    await documentOrder(db, issuer, body.order_id)
  }
  const declared = await counter.app.inject({
    url: `/api${staffDocuments.taxes.path}`,
    headers: { cookie: admin.cookie },
  })
  expect(declared.payload.split('\r\n').slice(1)).toEqual([
    'AT,,ATU13585627,1,19.99,0.00,19.99',
    'HU,27,,1,15.74,4.25,19.99',
    '',
  ])
})

test('a deleted customer’s company is forgotten, and stays with what it bought', async () => {
  const bought = await buy(await companyOf('AT', austrian))
  await call(staffUsers.remove, { params: { uid: bought.user.id } } as never, admin)
  const left = await db
    .selectFrom('companies')
    .select('name')
    .where('user_id', '=', bought.user.id)
    .execute()
  expect(left).toEqual([])
  expect((await look(bought.order)).tax?.company).toMatchObject({ vat_id: austrian })
})

test('net and tax are the total of every document, whatever goes back and whenever VIES answers', async () => {
  const step = fc.oneof(
    fc.record({ refund: fc.integer({ min: 1, max: 900 }) }),
    fc.constant({ fail: true }),
    fc.constant({ answer: true }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.constantFrom('AT', 'HU'),
      async (steps, country) => {
        await vies('away')
        const company = await companyOf(country, country === 'AT' ? austrian : 'HU12892312')
        const bought = await buy(company)
        const given: string[] = []
        let confirmed = false
        for (const each of steps) {
          if ('refund' in each) {
            const { left } = (await look(bought.order)).refundable ?? { left: 0 }
            const amount = Math.min(each.refund / 100, left)
            if (amount > 0) {
              const { body } = await refund(bought.order, { items: [{ id: bought.item, amount }] })
              given.push((body as { id: string }).id)
            }
          } else if ('fail' in each) {
            const id = given.pop()
            const row =
              id &&
              (await db
                .selectFrom('refunds')
                .select('provider_id')
                .where('id', '=', id)
                .executeTakeFirst())
            if (row) await counter.refund(row.provider_id!, 'fail')
          } else {
            await vies('valid')
            confirmed = true
            await askAgain()
          }
          await counter.work()
        }
        const all = await told(bought.order, company)
        for (const each of all) {
          const { net, tax, total } = summed([each])
          expect(net + tax).toBe(total)
        }
        const { refunded_cents, total_cents } = await db
          .selectFrom('orders')
          .select(['refunded_cents', 'total_cents'])
          .where('id', '=', bought.order)
          .executeTakeFirstOrThrow()
        const { tax, total } = summed(all)
        expect(total).toBe(total_cents - refunded_cents)
        if (confirmed) expect(tax).toBe(0)
        await sql`delete from companies`.execute(db)
        await sql`update vat_checks set state = 'invalid', answered_at = now() where state = 'asked'`.execute(
          db,
        )
        await sql`update vat_checks set answered_at = answered_at - interval '2 days'`.execute(db)
      },
    ),
    { numRuns: 8 },
  )
}, 60_000)
