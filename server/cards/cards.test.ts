import { afterEach, expect, test } from 'vitest'
import { cards, mostCards } from '#contract/cards.ts'
import { staffUsers } from '#contract/staff-users.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { connect } from '#server/adapters/payments/stripe.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { openCounter } from '#server/payments/testing/counter.ts'
import { appointAdmin } from '#server/staff-users/appoint.ts'
import { forgetCustomers } from './customers.ts'
import { addCard, confirmCard } from './testing/add-card.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter

afterEach(() => counter.reset())

const listed = async (cookie: string) => (await call(cards.list, {}, { cookie })).body

async function saidOf(userId: number) {
  const lines = db.selectFrom('logs').select('message').where('user_id', '=', userId)
  return (await lines.orderBy('id').execute()).map(({ message }) => message)
}

const customerOf = async (id: number) =>
  (
    await db
      .selectFrom('users')
      .select('stripe_customer_id as customer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).customer

test('cards are added, chosen and removed; the first is the default by itself', async () => {
  const { user, cookie } = await counter.customer()
  expect(await listed(cookie)).toEqual([])
  const visa = await addCard(counter, cookie)
  expect(visa).toMatchObject({ brand: 'visa', last4: '4242', expired: false, default: true })
  const mastercard = await addCard(counter, cookie, '5555555555554444')
  expect(mastercard).toMatchObject({ last4: '4444', default: false })
  expect((await listed(cookie)).map(({ last4 }) => last4)).toEqual(['4444', '4242'])

  const chosen = { body: { card_id: mastercard.id } }
  expect((await call(cards.makeDefault, chosen, { cookie })).status).toBe(200)
  expect((await listed(cookie)).map((card) => card.default)).toEqual([true, false])
  // The default goes: what is left takes its place.
  const gone = { params: { id: mastercard.id } }
  expect((await call(cards.remove, gone, { cookie })).status).toBe(200)
  expect(await listed(cookie)).toMatchObject([{ id: visa.id, default: true }])
  expect((await call(cards.remove, gone, { cookie })).code).toBe('unknown_card')
  expect(await saidOf(user.id)).toEqual([
    'Card added',
    'Default card chosen',
    'Card added',
    'Default card chosen',
    'Card removed',
  ])
})

test('one that was typed several times is one, with all that it renews, and goes as one', async () => {
  const { user, cookie } = await counter.customer()
  const first = await addCard(counter, cookie)
  const other = await addCard(counter, cookie, '5555555555554444')
  await addCard(counter, cookie)
  const provider = counter.shop.card!
  const customer = (await customerOf(user.id))!
  const kept = await provider.listCards(customer)
  expect(kept.map(({ last4 }) => last4).sort()).toEqual(['4242', '4242', '4444'])
  const before = await listed(cookie)
  expect(before.map(({ id }) => id).sort()).toEqual([first.id, other.id].sort())
  expect(before.find(({ id }) => id === first.id)).toMatchObject({ default: true })

  const latest = kept.find(({ id }) => ![first.id, other.id].includes(id))!
  const product = await counter.addProduct()
  const paid = { user_id: user.id, type: 'card', payment_status: 'finished', total_cents: 1999 }
  const { id: order } = await db
    .insertInto('orders')
    .values({ ...paid, paid_at: new Date() } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const term = { plan: '1m', term_seconds: 2_592_000, price_cents: 1999, due_at: new Date(2e12) }
  const card = { card_brand: 'visa', card_last4: '4242', card_exp_month: 12, card_exp_year: 2040 }
  await db
    .insertInto('renewals')
    .values({
      ...{ user_id: user.id, product_id: product, order_id: order, card_id: latest.id },
      ...term,
      ...card,
    } as never)
    .execute()
  const renewing = (await listed(cookie)).find(({ id }) => id === first.id)!
  expect(renewing.renewals).toHaveLength(1)

  await call(cards.remove, { params: { id: first.id } }, { cookie })
  expect(await provider.listCards(customer)).toMatchObject([{ id: other.id, isDefault: true }])
  const now = await db.selectFrom('renewals').select('card_id').where('user_id', '=', user.id)
  expect(await now.execute()).toEqual([{ card_id: other.id }])
})

test('one that is added to be the default is it at once', async () => {
  const { cookie } = await counter.customer()
  await addCard(counter, cookie)
  expect((await addCard(counter, cookie, '5555555555554444', { make_default: true })).default).toBe(
    true,
  )
  expect((await listed(cookie)).map((card) => card.default)).toEqual([true, false])
})

test('a card is good to the end of its month', async () => {
  const { cookie } = await counter.customer()
  const now = new Date()
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  await addCard(counter, cookie, '4242424242424242', { expYear: year, expMonth: month })
  const before = month === 1 ? [year - 1, 12] : [year, month - 1]
  await addCard(counter, cookie, '5555555555554444', { expYear: before[0]!, expMonth: before[1]! })
  expect((await listed(cookie)).map(({ expired }) => expired)).toEqual([true, false])
})

test('of another customer nothing is seen, chosen, removed or finished', async () => {
  const [owner, other] = [await counter.customer(), await counter.customer()]
  const card = await addCard(counter, owner.cookie)
  await addCard(counter, other.cookie, '5555555555554444')
  expect(await listed(other.cookie)).toHaveLength(1)
  const chosen = await call(cards.makeDefault, { body: { card_id: card.id } }, other)
  const removed = await call(cards.remove, { params: { id: card.id } }, other)
  const begun = (await call(cards.begin, {}, owner)).body
  await confirmCard(counter, begun.client_secret, '5555555555554444')
  const finished = await call(cards.add, { body: { setup_id: begun.setup_id } }, other)
  expect([chosen, removed, finished].map(({ code }) => code)).toEqual([
    'unknown_card',
    'unknown_card',
    'not_confirmed',
  ])
  expect(await listed(owner.cookie)).toHaveLength(2)
})

test('a card that the bank refuses, or that nobody has confirmed, is not added', async () => {
  const { cookie } = await counter.customer()
  const { body } = await call(cards.begin, {}, { cookie })
  const answer = await confirmCard(counter, body.client_secret, '4000000000000002')
  expect(answer.error.message).toBe('Your card was declined.')
  for (const setup_id of [body.setup_id, 'seti_none', 'x']) {
    const { status, code } = await call(cards.add, { body: { setup_id } }, { cookie })
    expect([status, code]).toEqual([409, 'not_confirmed'])
  }
  expect(await listed(cookie)).toEqual([])
})

test('somebody who begins five times at once is one customer at the provider', async () => {
  const { user, cookie } = await counter.customer()
  const begun = await Promise.all(
    Array.from({ length: 5 }, () => call(cards.begin, {}, { cookie })),
  )
  expect(begun.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const typed = ({ body }: (typeof begun)[number], year: number) =>
    confirmCard(counter, body.client_secret, undefined, { expMonth: 12, expYear: 2040 + year })
  await Promise.all(begun.map(typed))
  expect(await listed(cookie)).toHaveLength(5)
  expect(await customerOf(user.id)).toMatch(/^cus_/)
})

test('keys of another account: the customer is made anew when they add a card', async () => {
  const { user, cookie } = await counter.customer()
  await db
    .updateTable('users')
    .set({ stripe_customer_id: `cus_gone${user.id}` })
    .where('id', '=', user.id)
    .execute()
  expect(await listed(cookie)).toEqual([])
  expect((await addCard(counter, cookie)).last4).toBe('4242')
  expect(await customerOf(user.id)).not.toBe(`cus_gone${user.id}`)
})

test('twenty cards are kept and no more', async () => {
  const { cookie } = await counter.customer()
  for (let n = 0; n < mostCards; n++)
    await addCard(counter, cookie, undefined, { expYear: 2040 + n })
  const { status, code } = await call(cards.begin, {}, { cookie })
  expect([status, code]).toEqual([409, 'too_many_cards'])
})

test('a provider that fails changes nothing and says so', async () => {
  const { cookie } = await counter.customer()
  const card = await addCard(counter, cookie)
  await counter.switches({ stripe: { api: 'error' } })
  const answers = [
    await call(cards.list, {}, { cookie }),
    await call(cards.begin, {}, { cookie }),
    await call(cards.remove, { params: { id: card.id } }, { cookie }),
    await call(cards.makeDefault, { body: { card_id: card.id } }, { cookie }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(4).fill('provider_unreachable'))
  await counter.reset()
  expect(await listed(cookie)).toEqual([card])
})

/** The one that the provider has of a customer. */
async function addressOf(customer: string) {
  const stripe = connect({
    secretKey: counter.sandboxSecrets!.stripeKey,
    apiBase: `${counter.sandboxUrl}/stripe`,
  })
  const told = await stripe.customers.retrieve(customer)
  return told.deleted ? null : told.email
}

test('the address of who is appointed on the command line is told to the provider', async () => {
  const { user, cookie } = await counter.customer()
  await addCard(counter, cookie)
  const email = `appointed-${user.email}`
  await appointAdmin(db, { username: user.username, email, existing: true })
  await counter.work()
  expect(await addressOf((await customerOf(user.id))!)).toBe(email)
})

test('a deleted account is forgotten by the provider, once it answers, and a new address told', async () => {
  const admin = await signIn(counter.app, { admin: true })
  const { user, cookie } = await counter.customer()
  await addCard(counter, cookie)
  const customer = await customerOf(user.id)
  const provider = counter.shop.card!
  const email = `moved-${user.email}`
  const params = { uid: user.id }
  const { revision } = (await call(staffUsers.get, { params }, admin)).body
  const moved = await call(staffUsers.change, { params, body: { email, revision } }, admin)
  expect(moved.status).toBe(200)
  await counter.work()
  expect(await addressOf(customer!)).toBe(email)

  await counter.switches({ stripe: { api: 'error' } })
  await call(staffUsers.remove, { params }, admin)
  await expect(forgetCustomers(db, provider)).rejects.toThrow(ProviderDown)
  expect(await customerOf(user.id)).toBe(customer)
  await counter.reset()
  await forgetCustomers(db, provider)
  expect(await customerOf(user.id)).toBeNull()
  expect(await provider.listCards(customer!)).toEqual([])
})

test('a shop without card payments has no cards', async () => {
  const bare = await openTestShop()
  try {
    const { cookie } = await signIn(bare.app)
    expect((await bare.call(cards.list, {}, { cookie })).body).toEqual([])
    const { status, code } = await bare.call(cards.begin, {}, { cookie })
    expect([status, code]).toEqual([503, 'method_unavailable'])
  } finally {
    await bare.close()
  }
})
