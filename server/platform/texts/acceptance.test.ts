import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { settings } from '#contract/platform/settings.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { texts } from '#contract/platform/texts.ts'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { frame } from '#server/platform/mail/frame.ts'
import { mailedToken, newPerson, signUp } from '#server/platform/sessions/testing/people.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { publicConfig } from '#server/shop/public-config.ts'

const counter = await fileFixture(openCounter())
const admin = await signIn(counter.app, { admin: true })

const inForce = () => publicConfig(counter.shop).legalVersions
const publish = async (name: 'terms' | 'refunds', body: string) => {
  const before = inForce()[name]
  await counter.call(staffTexts.save, { body: { name, body, publish: true } }, admin)
  await expect.poll(() => inForce()[name]).toBeGreaterThan(before)
}

const userNamed = async (username: string) => {
  const { id } = await counter.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return (await counter.call(staffUsers.get, { params: { uid: id } }, admin)).body
}

test('a sign-up accepts the current terms, which stay readable', async () => {
  const person = newPerson()
  await signUp(counter, person)
  const before = inForce().terms
  const said = (await counter.call(texts.legal, { params: { name: 'terms' } })).body.sections
  expect(said.length).toBeGreaterThan(0)
  const { terms_version, terms_accepted_at } = await userNamed(person.username)
  expect(terms_version).toBe(before)
  expect(Date.parse(terms_accepted_at!)).toBeGreaterThan(Date.now() - 60_000)

  await publish('terms', 'Other terms')
  const later = newPerson()
  await signUp(counter, later)
  expect((await userNamed(later.username)).terms_version).toBe(inForce().terms)
  expect((await userNamed(person.username)).terms_version).toBe(before)
  const params = { name: 'terms', version: String(before) } as const
  const read = await counter.call(texts.legalVersion, { params })
  expect(read.body.current).toBe(false)
  expect(read.body.sections).toEqual(said)
})

test('a verified account has the terms that its own sign-up accepted, also if it was held', async () => {
  const first = newPerson()
  await signUp(counter, first)
  const accepted = inForce().terms
  await publish('terms', 'Terms for the second')
  const second = { ...newPerson(), email: first.email }
  await signUp(counter, second)
  const token = await mailedToken(counter, first.email)
  await counter.call(sessions.verifyEmail, { query: { token } })
  const { terms_version } = await userNamed(second.username)
  expect(terms_version).toBe(accepted + 1)
})

test('an order shows the accepted versions to its customer and to staff', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const items = [{ id: product, term_length: 1 as const }]
  const asked = await counter.buyByCrypto(cookie, items, 'btc')
  const params = { id: asked.body.order_id }
  const placed = inForce()
  const mine = async () => (await counter.call(orders.get, { params }, { cookie })).body.accepted
  expect(await mine()).toMatchObject(placed)
  await publish('refunds', 'No refunds')
  expect(await mine()).toMatchObject(placed)
  const theirs = await counter.call(staffOrders.get, { params }, admin)
  expect(theirs.body.order.accepted).toEqual(await mine())
})

test('a reopened card form uses the current versions', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const items = [{ id: product, term_length: 1 as const }]
  const first = (await counter.buyByCard(cookie, items)).body.order_id
  await publish('refunds', 'Some refunds')
  const again = (await counter.buyByCard(cookie, items)).body.order_id
  expect(again).toBe(first)
  const { body } = await counter.call(orders.get, { params: { id: first } }, { cookie })
  expect(body.accepted).toMatchObject(inForce())
})

test('deleting a customer deletes the acceptance, except that of orders', async () => {
  const person = newPerson()
  await signUp(counter, person)
  const { uid } = await userNamed(person.username)
  await counter.call(staffUsers.remove, { params: { uid } }, admin)
  const row = await counter.db
    .selectFrom('users')
    .select(['terms_version', 'terms_accepted_at'])
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ terms_version: null, terms_accepted_at: null })
})

test('the seller’s name is on legal pages, in the footer and in mails', async () => {
  const seller = {
    seller_name: 'Night <Forge> GmbH',
    seller_address: 'Ring 1\n10115 Berlin',
    seller_contact: 'hello@forge.example',
    seller_number: 'VAT ID DE123456789',
  }
  await publish('terms', 'These name nobody')
  const before = inForce().terms
  await counter.call(settings.change, { body: seller }, admin)
  await expect.poll(() => publicConfig(counter.shop).seller?.name).toBe(seller.seller_name)
  const { body } = await counter.call(texts.legal, { params: { name: 'privacy' } })
  expect(body.seller).toMatchObject({ address: seller.seller_address })
  expect(JSON.stringify(body.sections)).not.toContain('<Forge>')
  const words = { subject: 'S', preheader: 'P', heading: 'H', paragraphs: [], notes: [] }
  const mail = frame(counter.shop.config, { ...words, reason: 'R' })
  expect(mail.text).toContain('Night <Forge> GmbH, Ring 1, 10115 Berlin')
  expect(mail.html).toContain('Night &lt;Forge&gt; GmbH, Ring 1, 10115 Berlin')
  expect(inForce().terms).toBe(before)
  const bad = await counter.call(settings.change, { body: { seller_contact: 'nobody' } }, admin)
  expect(bad.status).toBe(422)
  const none = { seller_name: '', seller_address: '', seller_contact: '', seller_number: '' }
  await counter.call(settings.change, { body: none }, admin)
  await expect.poll(() => publicConfig(counter.shop).seller).toBeNull()
})
