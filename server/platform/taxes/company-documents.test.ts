import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { documentOrder } from '#server/selling/documents/make.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { renewing } from '#server/selling/renewals/testing/renewing.ts'
import { austrian, companies, sumDocuments } from './testing/companies.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { refund, look } = refundDesk(counter, admin)
const desk = companies(counter, admin)
const { askAgain, buy, companyOf, told, vies } = desk

beforeEach(desk.open)
afterEach(desk.close)

test('a renewal has the same company, and queries VIES about it again', async () => {
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

test('the journal lists reverse charges by company', async () => {
  const company = await companyOf('AT', austrian)
  const { order } = await buy(company)
  const [{ number } = { number: '' }] = await told(order, company)
  const { payload } = await counter.app.inject({
    url: `/api${staffDocuments.journal.path}`,
    headers: { cookie: admin.cookie },
  })
  const line = payload.split('\r\n').find((each) => each.startsWith(`${number},`))
  expect(line).toMatch(/,AT,Żelazo & Söhne,ATU13585627,yes,WAPIAAAA\w+$/)

  // Sales in test mode are not reported, so these are created as in a real shop.
  for (const buyer of [company, await companyOf('HU', '')]) {
    const id = await counter.addProduct()
    const { body } = await counter.buyByCard(buyer.cookie, [{ id, term_length: 1 }])
    await settleOrder(db, body.order_id, 'finished')
    const shop = { shopName: 'Loadout', siteUrl: 'https://shop.example', timeZone: 'UTC' }
    const issuer = { ...shop, test: false }
    await documentOrder(db, issuer, body.order_id)
  }
  const declared = async (period = '') => {
    const { payload } = await counter.app.inject({
      url: `/api${staffDocuments.taxes.path}${period}`,
      headers: { cookie: admin.cookie },
    })
    return payload.split('\r\n').slice(1)
  }
  const all = ['AT,,ATU13585627,1,19.99,0.00,19.99', 'HU,27,,1,15.74,4.25,19.99', '']
  expect(await declared()).toEqual(all)
  expect(await declared('?start_time=2020-01-31T00:00:00Z')).toEqual(all)
  expect(await declared('?end_time=2020-01-31T00:00:00Z')).toEqual([''])
})

test('net and tax add up to the total of every document, in any order of refunds and VIES responses', async () => {
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
          const { net, tax, total } = sumDocuments([each])
          expect(net + tax).toBe(total)
        }
        const { refunded_cents, total_cents } = await db
          .selectFrom('orders')
          .select(['refunded_cents', 'total_cents'])
          .where('id', '=', bought.order)
          .executeTakeFirstOrThrow()
        const { tax, total } = sumDocuments(all)
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
})
