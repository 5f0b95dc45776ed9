import { expect, test } from 'vitest'
import { mails } from '#contract/platform/mail.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { mailEnding } from '#server/access/subscriptions/notices.ts'
import { signIn, signInAs } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, newPerson, signUp } from '#server/platform/sessions/testing/people.ts'
import { placeOrder } from '#server/selling/orders/place.ts'
import { frame } from './frame.ts'
import { queueMail } from './mail.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const staff = await signIn(shop.app, { support: true })

const list = (query: object) => shop.call(mails.list, { query } as never, staff)
const resend = (id: number, by = staff) => shop.call(mails.resend, { params: { id } }, by)

/** Returns the newest mail to an address after it was sent. */
async function sentTo(address: string) {
  await receive(shop, address)
  const { body } = await list({ search: address })
  return body.mails[0]!
}

async function queueAny(name: string, userId?: number) {
  const content = { subject: 'Hello', preheader: '', heading: '', paragraphs: [], notes: [] }
  const to = `${Math.random().toString(36).slice(2)}@example.com`
  const mail = {
    ...frame(shop.shop.config, { ...content, reason: '' }),
    to,
    template: { name },
    userId,
  }
  return { id: (await queueMail(shop.db, mail))!, to }
}

async function signUpSomebody() {
  const person = newPerson()
  await signUp(shop, person)
  return { ...person, first: await sentTo(person.email) }
}

test('only staff can read the log and resend mails', async () => {
  const { id } = await queueAny('receipt')
  const customer = await signIn(shop.app)
  for (const [cookie, status] of [
    [undefined, 401],
    [customer.cookie, 403],
  ] as const) {
    expect((await shop.call(mails.list, {} as never, { cookie })).status).toBe(status)
    expect((await resend(id, { ...staff, cookie: cookie! })).status).toBe(status)
  }
  const admin = await signIn(shop.app, { admin: true })
  expect((await shop.call(mails.list, {} as never, admin)).status).toBe(200)
})

test('lists a mail with its outcome and without its content', async () => {
  const { username, email, first } = await signUpSomebody()
  expect(first).toMatchObject({
    username,
    recipient: email,
    template: 'verification',
    subject: 'Verify your email for Loadout',
    status: 'sent',
    error: null,
    resend_of: null,
    resent_by: null,
    resendable: true,
  })
  expect(Object.keys(first)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/body|about|once|headers/)]),
  )
})

test('searches the beginning of an address or a name, filters by state, and pages', async () => {
  const { username, email, first } = await signUpSomebody()
  for (const search of [email.toUpperCase(), email.slice(0, 12), username.toLowerCase()]) {
    const { body } = await list({ search })
    expect([body.total, body.mails.map(({ id }) => id)]).toEqual([1, [first.id]])
  }
  for (const search of ['%', '_', 'nobody at all', email.slice(1)])
    expect((await list({ search })).body).toEqual({ mails: [], next: null, total: 0 })

  const waiting = [await queueAny('receipt'), await queueAny('receipt')]
  const { body } = await list({ status: 'queued', limit: 1 })
  expect(body.mails.map(({ id }) => id)).toEqual([waiting[1]!.id])
  const second = await list({ status: 'queued', limit: 1, page: 1 })
  expect(second.body.mails.map(({ id }) => id)).toEqual([waiting[0]!.id])
  expect(second.body.total).toBe(body.total)
  expect((await list({ status: 'sent', search: waiting[0]!.to })).body.total).toBe(0)
  for (const query of [{ page: -1 }, { limit: 101 }, { limit: 0 }, { status: 'lost' }])
    expect((await list(query)).status).toBe(422)
})

test('resends a verification with a new link to the current address', async () => {
  const { username, first } = await signUpSomebody()
  const moved = `moved-${username.toLowerCase()}@example.com`
  await shop.db
    .updateTable('users')
    .set({ email: moved })
    .where('username', '=', username)
    .execute()
  const { status, body } = await resend(first.id)
  expect([status, body]).toMatchObject([
    202,
    { recipient: moved, resend_of: first.id, resent_by: staff.user.username, status: 'queued' },
  ])
  const [mail] = await receive(shop, moved)
  const token = /verify-email\?token=([\w-]+)/.exec(mail!.text)![1]!
  expect((await shop.call(sessions.verifyEmail, { query: { token } })).status).toBe(200)
})

test('refuses to resend a link that is no longer needed', async () => {
  const { username, email, first } = await signUpSomebody()
  await shop.db
    .updateTable('users')
    .set({ verified_at: new Date() })
    .where('username', '=', username)
    .execute()
  const { status, code } = await resend(first.id)
  expect([status, code]).toEqual([409, 'mail_out_of_date'])
  expect(await receive(shop, email)).toHaveLength(1)
})

test('resends a mail at most once a minute, also after a double click', async () => {
  const { email, first } = await signUpSomebody()
  const answers = await Promise.all([resend(first.id), resend(first.id), resend(first.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 429, 429])
  expect(await receive(shop, email)).toHaveLength(2)
})

test('resends a password reset, but not to a banned user', async () => {
  const user = await createUser(shop)
  const { id } = await queueAny('password-reset', user.id)
  await receive(shop, user.email)
  expect((await resend(id)).status).toBe(202)
  const [mail] = await receive(shop, user.email)
  expect(mail!.text).toMatch(/reset-password\?token=/)
  const banned = await createUser(shop, { banned: true })
  const other = await queueAny('password-reset', banned.id)
  await receive(shop, banned.email)
  expect((await resend(other.id)).status).toBe(409)
})

test('resends a receipt that is rendered from its order', async () => {
  const { user } = await signInAs(shop.db)
  const items = [{ id: await addProduct(shop.db, { price_cents: 0 }), plan: '3m' }]
  const order = await placeOrder(shop.db, { userId: user.id, type: 'card', items, admit() {} })
  const first = await sentTo(user.email)
  expect(first).toMatchObject({ template: 'receipt', order: order.id })
  expect((await resend(first.id)).status).toBe(202)
  const [one, two] = await receive(shop, user.email)
  expect(two!.text).toBe(one!.text)
  expect(two!.text).toContain(`Order ${order.id}`)
})

test('refuses to resend an expiry notice once the subscription was extended', async () => {
  const { user } = await signInAs(shop.db)
  const product = await addProduct(shop.db, { name: 'Ending' })
  const times = { created_at: new Date(), term_length: 86_400 }
  const run = await shop.db
    .insertInto('subscriptions')
    .values({
      user_id: user.id,
      product_id: product,
      ends_at: new Date(Date.now() + 86_000_000),
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await mailEnding(shop.db, shop.shop.config, [run.id])
  const first = await sentTo(user.email)
  expect(first.template).toBe('subscription-ending')
  expect((await resend(first.id)).status).toBe(202)
  const second = await sentTo(user.email)
  expect(second).toMatchObject({ resend_of: first.id, subject: first.subject })
  await shop.db
    .updateTable('subscriptions')
    .set({ ends_at: new Date(Date.now() + 30 * 86_400_000) })
    .where('id', '=', run.id)
    .execute()
  expect((await resend(second.id)).status).toBe(409)
})

test('records who resent a mail, also on the user’s page', async () => {
  const { username, first } = await signUpSomebody()
  await resend(first.id)
  const entry = await shop.db
    .selectFrom('logs')
    .innerJoin('users', 'users.id', 'logs.user_id')
    .select(['message', 'details'])
    .where('username', '=', username)
    .where('type', '=', 'staff')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    message: 'Email resent',
    details: { by: staff.user.username, mail: first.id, subject: first.subject },
  })
})

test('refuses to resend mails about a past moment, without a user, or still queued', async () => {
  const { user } = await signInAs(shop.db)
  for (const template of ['new-sign-in', 'password-changed', 'address-taken'] as const) {
    const { to } = await queueAny(template, user.id)
    const mail = await sentTo(to)
    expect(mail.resendable).toBe(false)
    expect((await resend(mail.id)).status).toBe(409)
  }
  const nobodys = await sentTo((await queueAny('verification')).to)
  expect((await resend(nobodys.id)).status).toBe(409)
  const waiting = await queueAny('verification', user.id)
  const { status, code } = await resend(waiting.id)
  expect([status, code]).toEqual([409, 'mail_queued'])
  expect((await resend(999_999)).status).toBe(404)
})
