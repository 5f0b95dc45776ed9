import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { health } from '#contract/platform/health.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { applyRules } from '#server/kernel/database/retention.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { taxRetention } from './retention.ts'
import { austrian, companies, german, sumDocuments } from './testing/companies.ts'
import { askDueChecks } from './vat-checks.ts'

const counter = await fileFixture(openCounter())
const { call, db, shop } = counter
const admin = await signIn(counter.app, { admin: true })
const { refund, look } = refundDesk(counter, admin)
const desk = companies(counter, admin)
const { askAgain, buy, change, choose, companyOf, quote, save, told, vies } = desk

beforeEach(desk.open)
afterEach(desk.close)

test('a company that VIES confirms owes the tax itself, and pays the same total', async () => {
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

test('charges tax while VIES does not respond, and corrects it afterwards', async () => {
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
        reason: `Replaces ${sale!.number} under reverse charge`,
        lines: [{ amount: 14.99 }],
        reverse_charge: { consultation: expect.stringMatching(/^WAPIAAAA/) },
        ...{ taxes: [], net: 14.99, tax: 0, total: 14.99 },
      },
    ])
    expect(sumDocuments(all)).toEqual({ net: 1499, tax: 0, total: 1499 })
    // Repeated checks and jobs do not change this result, and it is published once.
    await askAgain()
    expect(await told(bought.order, company)).toEqual(all)
    const mails = (await counter.mailsTo(company.user.email)).filter(({ text }) =>
      text.startsWith('Your invoice was corrected'),
    )
    expect(mails).toHaveLength(1)
    for (const { number } of [taken!, anew!])
      expect(mails[0]!.text).toContain(`/orders/${bought.order}/invoice#${number}`)
    await sql`update vat_checks set answered_at = answered_at - interval '2 days'`.execute(db)
  }
})

test('one unavailable member state delays no other, with any number of IDs', async () => {
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

test('a purchase during last month’s unanswered query starts a new month of queries', async () => {
  // Checked 31 days ago without a purchase. The member state has not responded since.
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

test('an old confirmation is checked again, and the checkout shows what the invoice will', async () => {
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

test('the next process continues the query of one that stopped', async () => {
  await vies('away')
  const company = await companyOf('AT', austrian)
  const bought = await buy(company)
  await sql`update vat_checks set due_at = now() where state = 'asked'`.execute(db)
  // The request never returns, as if the process was killed.
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

test('a slow VIES delays no customer, and concurrent customers share one query', async () => {
  await vies('valid', 7000)
  const company = await companyOf('AT', austrian)
  expect(company.saved.body).toMatchObject({ tax: 'waiting' })
  await vies('valid')
  let asked = 0
  const counting = shop.vies
  shop.vies = {
    ...counting,
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
  // 2 if an answer arrives between another request's read and its query, which does no harm.
  expect([1, 2]).toContain(asked)
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(['reverse_charge', 'waiting']).toContain(body.tax)
  }
  expect(await quote(others[3]!, await counter.addProduct())).toMatchObject({
    company: { tax: 'reverse_charge' },
  })
})

test('deletes queries without an order after 30 days, and no others', async () => {
  const [bought, asked] = [await companyOf('AT', austrian), await companyOf('HU', 'HU12892312')]
  await vies('away')
  await buy(bought)
  await quote(asked, await counter.addProduct())
  await sql`
    insert into vat_checks (vat_id, requester, state, created_at, answered_at, due_at)
    values ('FR40303265045', ${german}, 'valid', now() - interval '31 days', now() - interval '31 days', now()),
           ('FR83404833048', ${german}, 'valid', now() - interval '31 days', now(), now()),
           ('FR23334175221', ${german}, 'asked', now() - interval '31 days', null, 'infinity'),
           ('FR61954506077', ${german}, 'asked', now() - interval '31 days', null, now())`.execute(
    db,
  )
  await sql`update vat_checks set created_at = now() - interval '31 days',
    answered_at = answered_at - interval '31 days' where vat_id = ${austrian}`.execute(db)
  const kept = async () =>
    (await db.selectFrom('vat_checks').select('vat_id').distinct().execute())
      .map(({ vat_id }) => vat_id)
      .filter((id) => id.startsWith('FR') || id === austrian)
      .sort()
  await applyRules(db, taxRetention, 'day')
  expect(await kept()).toEqual([austrian, 'FR61954506077', 'FR83404833048'])
  await sql`delete from vat_checks where vat_id like 'FR%'`.execute(db)
})

test('Health shows that VIES responds, and which states have pending orders', async () => {
  const read = async () => (await call(health.get, {}, admin)).body
  const testNow = async () => (await call(health.test, { params: { name: 'vies' } }, admin)).body
  const waiting = (await read()).vies!.waiting
  await vies('away')
  await buy(await companyOf('HU', 'HU12892312'))
  const state = await read()
  expect(state.vies).toMatchObject({ waiting: waiting + 1, silent: ['HU'] })
  // Only one state is unavailable, not VIES itself.
  expect(await testNow()).toMatchObject({ name: 'vies', configured: true, failing: false })
  await vies('error')
  expect(await testNow()).toMatchObject({ failing: true })
  await vies('valid')
  await askAgain()
  expect((await read()).vies).toMatchObject({ waiting, silent: [] })
  expect(await testNow()).toMatchObject({ failing: false })
  await change({ seller_vat_id: '' })
  const { vies: none, services } = await read()
  expect([none, services.some(({ name }) => name === 'vies')]).toEqual([null, false])
})
