import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { renewals } from '#contract/selling/renewals.ts'
import { sendNotices } from '#server/access/subscriptions/notices.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { announceCharges, tellOfExpiry } from './announce.ts'
import { renewing } from './testing/renewing.ts'

const counter = await fileFixture(openCounter())
const { buy, subscribe, pass, run, behave, act } = renewing(counter)

afterEach(() => counter.reset())

async function mailsOf(userId: number) {
  const mails = counter.db.selectFrom('mails').select('template').where('user_id', '=', userId)
  const told = (await mails.orderBy('id').execute()).map(({ template }) => template)
  return told.filter((template) => template !== 'receipt')
}

async function toldOf(userId: number) {
  await run()
  await sendNotices(counter.db, counter.shop.config)
  return mailsOf(userId)
}

test('announces a charge once, with its amount, date and card, and a link that stops it', async () => {
  const { user, id } = await subscribe()
  await pass(user.id, 25.5)
  expect(await toldOf(user.id)).toEqual([])
  await pass(user.id, 1)
  expect(await toldOf(user.id)).toEqual(['renewal-soon'])
  await pass(user.id, 1)
  expect(await toldOf(user.id)).toEqual(['renewal-soon'])
  const sent = await counter.mailsTo(user.email)
  const { text } = sent.find((mail) => mail.text.includes('stop-renewal'))!
  expect(text).toContain('$19.99')
  expect(text).toContain('Visa ••4242')
  const token = /stop-renewal\?token=(\S+)/.exec(text)![1]!
  const read = (given: string) => counter.call(renewals.readLink, { body: { token: given } })
  expect((await read(token)).body).toMatchObject({ id, state: 'on' })
  expect((await read(`${token}x`)).status).toBe(400)
  expect((await read(token.replace(/^\d+/, String(id + 1)))).status).toBe(400)
  const stop = () => counter.call(renewals.stopByLink, { body: { token } })
  expect((await stop()).body.state).toBe('stopping')
  expect((await stop()).body.state).toBe('stopping')
  expect(await toldOf(user.id)).toEqual(['renewal-soon', 'subscription-ending'])
})

test('each receipt names the renewal with its date and price, and a renewal is no new order', async () => {
  const customer = await counter.customer()
  const [month, quarter] = [await counter.addProduct(), await counter.addProduct()]
  await buy(customer, { id: month, term_length: 1, renew: true })
  const { body } = await counter.buyByCard(customer.cookie, [
    { id: month, term_length: 1 },
    { id: quarter, term_length: 3, renew: true },
  ])
  await counter.session(body.session_id, 'confirm')
  await counter.work()
  const receipts = async () =>
    (await counter.mailsTo(customer.user.email)).filter(({ text }) => /Total: /.test(text))
  const both = (await receipts()).find(({ text }) => text.includes('3 months'))!
  // The renewal of the first item was started by another order.
  expect(both.text.match(/ renews on [^.]* for \$\d+\.\d\d/g)).toHaveLength(2)
  for (const price of ['for $19.99 unless', 'for $53.97 unless']) expect(both.text).toContain(price)
  await pass(customer.user.id, 59.1)
  await run()
  await counter.work()
  const renewed = (await receipts()).find(({ subject }) => subject.endsWith(' was renewed'))!
  expect(renewed.text).toContain('Card: Visa ••4242')
  expect(renewed.text).not.toContain('Thank you for your order')
})

test('an unreachable customer delays nobody, and is mailed once mail can reach them', async () => {
  const { db } = counter
  const failing = await subscribe()
  const other = await subscribe()
  for (const { user } of [failing, other]) await pass(user.id, 26.5)
  await sql`create function no_mail() returns trigger language plpgsql
    as $$ begin raise 'This one cannot be mailed'; end $$`.execute(db)
  await sql`create trigger no_mail before insert on mails for each row
    when (new.user_id = ${sql.lit(failing.user.id)}) execute function no_mail()`.execute(db)
  const announced = async () => [await mailsOf(failing.user.id), await mailsOf(other.user.id)]
  try {
    await expect(announceCharges(db, counter.shop.config)).rejects.toThrow('1 customers could not')
    expect(await announced()).toEqual([[], ['renewal-soon']])
  } finally {
    await sql`drop function no_mail cascade`.execute(db)
  }
  await Promise.all([1, 2].map(() => announceCharges(db, counter.shop.config)))
  expect(await announced()).toEqual([['renewal-soon'], ['renewal-soon']])
})

test('asks a customer without a card for one, and reports no decline', async () => {
  const { user, id } = await subscribe()
  const none = { card_id: null, card_brand: null, card_last4: null }
  await counter.db
    .updateTable('renewals')
    .set({ ...none, card_exp_month: null, card_exp_year: null })
    .where('id', '=', id)
    .execute()
  await pass(user.id, 29.5)
  expect(await toldOf(user.id)).toEqual(['renewal-failed'])
  const mails = await counter.mailsTo(user.email)
  const { subject, text } = mails.find((mail) => mail.text.includes('stop-renewal'))!
  expect(subject).toMatch(/renewal needs a card$/)
  expect(text).toContain('we have no card that we can charge')
  expect(text).toContain('Please choose a card.')
  expect(text).not.toContain('declined')
})

test('announces longer terms a week ahead, and again when the charge has moved', async () => {
  const { user } = await subscribe({ term_length: 3 })
  await pass(user.id, 83)
  expect(await toldOf(user.id)).toEqual(['renewal-soon'])
})

test('announces terms of days a third ahead, once for each charge', async () => {
  const customer = await counter.customer()
  const plans = [{ plan: '3d', popular: false, savings: null, cents: 300 }]
  const product = await counter.addProduct({ plans: JSON.stringify(plans) })
  await buy(customer, { id: product, plan: '3d', renew: true })
  const uid = customer.user.id
  await pass(uid, 0.9)
  expect(await toldOf(uid)).toEqual([])
  await pass(uid, 0.2)
  expect(await toldOf(uid)).toEqual(['renewal-soon'])
  await pass(uid, 1)
  expect(await toldOf(uid)).toEqual(['renewal-soon'])
  // The clock does not move here, and a key is mailed once, so this distance must differ.
  await pass(uid, 2.05)
  expect(await toldOf(uid)).toEqual(['renewal-soon', 'renewal-soon'])
})

test('warns two weeks ahead about a card that expires before the charge, once for each card', async () => {
  const { user, id } = await subscribe()
  const expire = (months: number) =>
    sql`update renewals
           set card_exp_month = extract(month from now() + make_interval(months => ${months})),
               card_exp_year = extract(year from now() + make_interval(months => ${months}))
         where id = ${id}`.execute(counter.db)
  await expire(-1)
  await pass(user.id, 14.5)
  expect(await toldOf(user.id)).toEqual([])
  await pass(user.id, 1)
  expect(await toldOf(user.id)).toEqual(['renewal-card'])
  await pass(user.id, 1)
  expect(await toldOf(user.id)).toEqual(['renewal-card'])
  const { text } = (await counter.mailsTo(user.email)).find((mail) =>
    mail.text.includes('will have expired'),
  )!
  for (const words of ['$19.99', 'Visa ••4242', 'stop-renewal?token='])
    expect(text).toContain(words)
  // A card with a later expiry date gets no warning. The announcement shows it like any other.
  await expire(24)
  await pass(user.id, 10)
  expect(await toldOf(user.id)).toEqual(['renewal-card', 'renewal-soon'])
})

test('one mail warns about a card for several renewals, also from concurrent jobs', async () => {
  const customer = await subscribe()
  const uid = customer.user.id
  const pays = [customer.product]
  for (const term_length of [1, 3, 1] as const) {
    const product = await counter.addProduct()
    await buy(customer, { id: product, term_length, renew: true })
    pays.push(product)
  }
  // Three renewals use a card that has just expired, the last one a later one.
  await sql`update renewals set card_id = ${customer.card}, card_exp_month = 1, card_exp_year = 2026
             where user_id = ${uid} and product_id <> ${pays[3]!}`.execute(counter.db)
  await pass(uid, 15.5)
  await Promise.all([1, 2].map(() => tellOfExpiry(counter.db, counter.shop.config)))
  expect(await toldOf(uid)).toEqual(['renewal-card'])
  const sent = await counter.mailsTo(customer.user.email)
  const { text } = sent.find((mail) => mail.text.includes('will have expired'))!
  const names = await counter.db
    .selectFrom('products')
    .select('name')
    .where('id', 'in', pays)
    .orderBy('id')
    .execute()
  const named = names.map(({ name }) => text.includes(`Stop ${name}: http`))
  expect(named).toEqual([true, true, true, false])
  expect(text).toContain(`${names[2]!.name}: $53.97 on `)
  const tokens = text.match(/stop-renewal\?token=\S+/g)!
  expect(new Set(tokens).size).toBe(3)
  // The warning came long before this charge, so the charge is announced as usual.
  await pass(uid, 61)
  expect((await toldOf(uid)).filter((template) => template === 'renewal-card')).toHaveLength(1)
})

test('reports a failed payment immediately, after three and seven days, and when the renewal ends', async () => {
  const { user, card, product } = await subscribe()
  await behave(card, 'insufficient_funds')
  await pass(user.id, 29.1)
  const failed = 'renewal-failed'
  expect(await toldOf(user.id)).toEqual([failed])
  const days: [number, string[]][] = [
    [1, [failed]],
    [2.2, [failed, failed]],
    [2, [failed, failed]],
    [2.2, [failed, failed, failed]],
    [3, [failed, failed, failed]],
    [4, [failed, failed, failed, 'renewal-ended']],
  ]
  for (const [more, told] of days) {
    await pass(user.id, more)
    expect(await toldOf(user.id)).toEqual(told)
  }
  const sent = await counter.mailsTo(user.email)
  const told = sent.filter(({ subject }) => /failed|renewal has ended/.test(subject))
  const time = told.map(({ text }) => /(Expires|Expired): \w+ \d+, \d{4} at/.exec(text)?.[1])
  expect(time).toEqual(['Expired', 'Expired', 'Expired', 'Expires'])
  expect(told[1]!.text).toContain('choose another card or pay now')
  const bought = `${counter.shop.config.siteUrl}/product/${product}`
  expect(told[0]!.text).toContain(bought)
})

test('asks the customer to confirm a payment instead of reporting a failure', async () => {
  const { user, card } = await subscribe()
  await behave(card, 'authentication_required')
  await pass(user.id, 29.1)
  expect(await toldOf(user.id)).toEqual(['renewal-failed'])
  const { subject, text } = (await counter.mailsTo(user.email)).find((mail) =>
    mail.text.includes('your bank requires'),
  )!
  expect(subject).toMatch(/^Please confirm your payment of \$19\.99 for /)
  expect(text).not.toContain('failed')
  expect(text).toMatch(/Expires: /)
})

test('a stopped renewal gets an expiry notice without a charge', async () => {
  const customer = await subscribe()
  await act('stop', customer)
  await pass(customer.user.id, 27.5)
  expect(await toldOf(customer.user.id)).toEqual(['subscription-ending'])
})
