import { afterEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { cards, mostCards } from '#contract/selling/cards.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import { connect } from '#server/adapters/payments/stripe.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { appointAdmin } from '#server/people/staff-users/appoint.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { addCard as addCardOf, removeCard } from './cards.ts'
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

async function renewWith(user_id: number, card_id: string) {
  const product_id = await counter.addProduct()
  return addRenewal(db, { user_id, product_id, card_id })
}

/** The provider executes the call, and its answer is lost. */
const lost =
  <Asked extends unknown[]>(does: (...asked: Asked) => Promise<unknown>) =>
  async (...asked: Asked): Promise<never> => {
    await does(...asked)
    throw new ProviderDown('No answer')
  }

test('adds, selects and removes cards, and the first one becomes the default', async () => {
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
  // The default card is removed, and the remaining card replaces it.
  const gone = { params: { id: mastercard.id } }
  expect((await call(cards.remove, gone, { cookie })).status).toBe(200)
  expect(await listed(cookie)).toMatchObject([{ id: visa.id, default: true }])
  expect((await call(cards.remove, gone, { cookie })).code).toBe('unknown_card')
  expect(await saidOf(user.id)).toEqual([
    'Card added',
    'Default card changed',
    'Card added',
    'Default card changed',
    'Card removed',
  ])
})

test('a card that was entered several times is listed once with all its renewals, and removed as one', async () => {
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
  await renewWith(user.id, latest.id)
  const renewing = (await listed(cookie)).find(({ id }) => id === first.id)!
  expect(renewing.renewals).toHaveLength(1)

  await call(cards.remove, { params: { id: first.id } }, { cookie })
  expect(await provider.listCards(customer)).toMatchObject([{ id: other.id, isDefault: true }])
  const now = await db.selectFrom('renewals').select('card_id').where('user_id', '=', user.id)
  expect(await now.execute()).toEqual([{ card_id: other.id }])
})

test('a card added as the default becomes the default immediately', async () => {
  const { cookie } = await counter.customer()
  await addCard(counter, cookie)
  expect((await addCard(counter, cookie, '5555555555554444', { make_default: true })).default).toBe(
    true,
  )
  expect((await listed(cookie)).map((card) => card.default)).toEqual([true, false])
})

test('a new default whose response was lost pays failed renewals on the retry', async () => {
  const { user, cookie } = await counter.customer()
  const old = await addCard(counter, cookie)
  const gives_up_at = new Date(Date.now() + 864_000_000)
  const failing = {
    state: 'retrying' as const,
    failed_at: new Date(),
    gives_up_at,
    due_at: gives_up_at,
  }
  const renewal = await renewWith(user.id, old.id)
  await db
    .updateTable('renewals')
    .set(({ ref }) => ({ ...failing, open_order_id: ref('order_id') }))
    .where('id', '=', renewal.id)
    .execute()
  const { body: begun } = await call(cards.begin, {}, { cookie })
  await confirmCard(counter, begun.client_secret, '5555555555554444')
  const provider = counter.shop.card!
  const asked = { setupId: begun.setup_id, makeDefault: true }
  const unanswered = { ...provider, setDefaultCard: lost(provider.setDefaultCard) }
  await expect(addCardOf(db, unanswered, user.id, asked)).rejects.toMatchObject({
    code: 'provider_unreachable',
  })
  const { id, default: isDefault } = await addCardOf(db, provider, user.id, asked)
  expect(isDefault).toBe(true)
  const now = db.selectFrom('renewals').select(['card_id', 'due_at']).where('user_id', '=', user.id)
  const { card_id, due_at } = await now.executeTakeFirstOrThrow()
  expect([card_id, due_at! < gives_up_at]).toEqual([id, true])
})

test('another card takes over the renewals of a removed one, also if the response was lost', async () => {
  const { user, cookie } = await counter.customer()
  const other = await addCard(counter, cookie)
  const { id } = await addCard(counter, cookie, '5555555555554444')
  await renewWith(user.id, id)
  const provider = counter.shop.card!
  const unanswered = { ...provider, removeCard: lost(provider.removeCard) }
  await expect(removeCard(db, unanswered, user.id, id)).rejects.toMatchObject({
    code: 'provider_unreachable',
  })
  expect((await listed(cookie)).map((card) => card.id)).toEqual([other.id])
  const now = db.selectFrom('renewals').select('card_id').where('user_id', '=', user.id)
  expect(await now.execute()).toEqual([{ card_id: other.id }])
})

test('a card is valid until the end of its month', async () => {
  const { cookie } = await counter.customer()
  const now = new Date()
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  await addCard(counter, cookie, '4242424242424242', { expYear: year, expMonth: month })
  const before = month === 1 ? [year - 1, 12] : [year, month - 1]
  await addCard(counter, cookie, '5555555555554444', { expYear: before[0]!, expMonth: before[1]! })
  expect((await listed(cookie)).map(({ expired }) => expired)).toEqual([true, false])
})

test('cannot read, select, remove or complete cards of another customer', async () => {
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

test('a declined or unconfirmed card is not added', async () => {
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

test('five concurrent requests create one customer at the provider', async () => {
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

test('after a change of the provider’s account, adding a card creates the customer again', async () => {
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

test('stores at most twenty cards', async () => {
  const { cookie } = await counter.customer()
  for (let n = 0; n < mostCards; n++)
    await addCard(counter, cookie, undefined, { expYear: 2040 + n })
  const { status, code } = await call(cards.begin, {}, { cookie })
  expect([status, code]).toEqual([409, 'too_many_cards'])
})

test('an error of the provider changes nothing and is reported', async () => {
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

/** Returns the email address that the provider has for a customer. */
async function addressOf(customer: string) {
  const stripe = connect({
    secretKey: counter.sandboxSecrets!.stripeKey,
    apiBase: `${counter.sandboxUrl}/stripe`,
  })
  const told = await stripe.customers.retrieve(customer)
  return told.deleted ? null : told.email
}

test('sends the provider the address of an administrator from the command line', async () => {
  const { user, cookie } = await counter.customer()
  await addCard(counter, cookie)
  const email = `appointed-${user.email}`
  await appointAdmin(db, { username: user.username, email, existing: true })
  await counter.work()
  expect(await addressOf((await customerOf(user.id))!)).toBe(email)
})

test('sends the provider deletions and new addresses, once it responds', async () => {
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

test('a card that is entered again is added, even if its copy is removed before the request', async () => {
  const { user, cookie } = await counter.customer()
  const { id } = await addCard(counter, cookie)
  const begun = await counter.call(cards.begin, {}, { cookie })
  await confirmCard(counter, begun.body.client_secret)
  await counter.work()
  const customer = (await customerOf(user.id))!
  expect(await counter.shop.card!.listCards(customer)).toHaveLength(1)
  const added = await counter.call(
    cards.add,
    { body: { setup_id: begun.body.setup_id } },
    { cookie },
  )
  expect([added.status, added.body.id]).toEqual([200, id])
})

test('a card that is entered again leaves no copy at the provider, except the one that a renewal charges', async () => {
  const { user, cookie } = await counter.customer()
  const ids = [await addCard(counter, cookie), await addCard(counter, cookie)].map(({ id }) => id)
  const customer = (await customerOf(user.id))!
  const copies = async () => (await counter.shop.card!.listCards(customer)).map(({ id }) => id)
  const [first, second] = (await copies()).toReversed()
  expect(ids).toEqual([first, first])
  await renewWith(user.id, second!)
  await addCard(counter, cookie)
  expect(await copies()).toHaveLength(3)
  await counter.work()
  expect((await copies()).sort()).toEqual([first, second].sort())
  expect(await listed(cookie)).toHaveLength(1)
})
