import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { sessions } from '#contract/platform/sessions.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { addPairedLoader } from '#server/licensing/loader-api/testing/paired-loader.ts'
import { issueToken } from '#server/platform/sessions/mailed-tokens.ts'
import {
  createUser,
  newPerson,
  password,
  queuedMails,
} from '#server/platform/sessions/testing/people.ts'
import { lastStaffEntry } from './testing/staff-entries.ts'

const shop = await fileFixture(openTestShop())
const admin = await signIn(shop.app, { admin: true })

type Body = Input<typeof staffUsers.change>['body']
const edit = (uid: number, body: Body | object, by: { cookie: string } = admin) =>
  shop.call(staffUsers.change, { params: { uid }, body: body as Body }, by)

test('an edit saves only the fields that staff may change', async () => {
  const { id, username } = await createUser(shop)
  const moved = newPerson()
  const { status, body } = await edit(id, {
    uid: 1,
    username: moved.username,
    email: moved.email,
    admin: false,
    support: true,
    banned: false,
    verified: true,
    created_at: '2001-01-01T00:00:00.000Z',
    last_login: 'whatever',
  })
  expect([status, body]).toMatchObject([200, { uid: id, ...moved, support: true, admin: false }])
  expect(body.created_at.slice(0, 4)).not.toBe('2001')
  expect(body.last_login).toBeNull()
  const entry = await lastStaffEntry(shop.db, id)
  expect(entry).toMatchObject({
    message: 'User role changed',
    details: {
      by: admin.user.username,
      by_uid: admin.user.id,
      before: { username, support: false },
      after: { username: moved.username, support: true },
    },
  })
  // The log is append-only, so its entries must not contain full addresses.
  expect(JSON.stringify(entry)).not.toContain(moved.email)
})

test('an edit with a forbidden or invalid field is refused and saves nothing', async () => {
  const { id, username } = await createUser(shop)
  for (const key of ['password_hash', 'deleted_at', 'infraction_count', 'id'])
    expect((await edit(id, { username: newPerson().username, [key]: 'x' })).status).toBe(422)
  for (const body of [{ admin: 'yes' }, { banned: null }, { email: 'no' }, { username: 'a b' }])
    expect((await edit(id, body)).status).toBe(422)
  expect((await edit(id, { admin: true, support: true })).status).toBe(422)
  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ username, admin: false, support: false, deleted_at: null })
})

test('choosing a role removes the other role', async () => {
  const { id } = await createUser(shop)
  expect((await edit(id, { support: true })).body).toMatchObject({ admin: false, support: true })
  expect((await edit(id, { admin: true })).body).toMatchObject({ admin: true, support: false })
  expect((await edit(id, { support: true })).body).toMatchObject({ admin: false, support: true })
  expect((await edit(id, { support: false })).body).toMatchObject({ admin: false, support: false })
})

test('another user’s name or address is refused, but users can change the case of their own', async () => {
  const [one, other] = [await createUser(shop), await createUser(shop)]
  expect(await edit(one.id, { username: other.username.toUpperCase() })).toMatchObject({
    status: 409,
    code: 'username_taken',
  })
  expect(await edit(one.id, { email: other.email.toUpperCase() })).toMatchObject({
    status: 409,
    code: 'email_taken',
  })
  expect((await edit(one.id, { username: one.username.toUpperCase() })).status).toBe(200)
})

test('administrators cannot demote, ban or unverify themselves', async () => {
  await signIn(shop.app, { admin: true })
  for (const body of [{ admin: false }, { support: true }, { banned: true }, { verified: false }])
    expect(await edit(admin.user.id, body)).toMatchObject({
      status: 409,
      code: 'not_yourself',
    })
  expect((await edit(admin.user.id, { admin: true, banned: false })).status).toBe(200)
})

test('a ban ends the user’s sessions, and lifting it ends none', async () => {
  const customer = await signIn(shop.app)
  const whoAmI = () => shop.call(sessions.get, {}, customer)
  expect((await whoAmI()).status).toBe(200)
  expect((await edit(customer.user.id, { banned: true })).body.banned).toBe(true)
  const theirs = shop.db.selectFrom('sessions').where('user_id', '=', customer.user.id)
  expect(await theirs.select('id').execute()).toEqual([])
  expect((await lastStaffEntry(shop.db, customer.user.id)).details).toMatchObject({
    before: { banned: false },
    after: { banned: true },
  })
  await startSessionOf(shop.db, customer.user.id)
  expect((await edit(customer.user.id, { banned: false })).body.banned).toBe(false)
  // Only a ban ends sessions. Lifting it does not.
  expect(await theirs.select('id').execute()).toHaveLength(1)
})

test('the reason of a ban is logged with the ban and with no other change', async () => {
  const { id } = await createUser(shop)
  await edit(id, { username: newPerson().username, ban_reason: 'Too early' })
  expect((await lastStaffEntry(shop.db, id)).details).not.toHaveProperty('reason')
  expect((await edit(id, { banned: true, ban_reason: '  Shared the loader ' })).status).toBe(200)
  expect(await lastStaffEntry(shop.db, id)).toMatchObject({
    message: 'User banned',
    details: { by: admin.user.username, reason: 'Shared the loader', after: { banned: true } },
  })
  await edit(id, { banned: false, ban_reason: 'Forgiven' })
  expect((await lastStaffEntry(shop.db, id)).details).not.toHaveProperty('reason')
  for (const ban_reason of ['', 'x'.repeat(301), 'two\nlines'])
    expect((await edit(id, { banned: true, ban_reason })).status).toBe(422)
})

test('marking a user as unverified signs them out', async () => {
  const { user } = await signIn(shop.app)
  expect((await edit(user.id, { verified: false })).body.verified).toBe(false)
  const sessions = shop.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
  expect(await sessions.execute()).toEqual([])
  expect((await edit(user.id, { verified: true })).body.verified).toBe(true)
})

test('gaining a staff role ends the user’s earlier browser sessions, and losing it does not', async () => {
  const { user, cookie } = await signIn(shop.app)
  await addPairedLoader(shop.db, user.id)
  let session = { cookie }
  for (const [role, status] of [
    [{ support: true }, 401],
    [{ admin: true }, 401],
    [{ support: true }, 401],
    [{ support: false }, 200],
  ] as const) {
    expect((await edit(user.id, role)).status).toBe(200)
    expect([role, (await shop.call(sessions.get, {}, session)).status]).toEqual([role, status])
    session = { cookie: `session=${await startSessionOf(shop.db, user.id)}` }
  }
  const { revoked_at } = await shop.db
    .selectFrom('loader_tokens')
    .select('revoked_at')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(revoked_at).toBeNull()
})

test('a new address invalidates the links sent to the old one', async () => {
  const user = await createUser(shop, { verified_at: null })
  const links = [
    await issueToken(shop.db, user, 'verify'),
    await issueToken(shop.db, user, 'reset'),
  ] as const
  const { email } = newPerson()
  await edit(user.id, { email })
  // Changing back to the old address does not restore the links.
  await edit(user.id, { email: user.email })
  const [verify, reset] = links
  expect((await shop.call(sessions.verifyEmail, { query: { token: verify } })).status).toBe(400)
  const again = { query: { token: reset }, body: 'Daybreak8' }
  expect((await shop.call(sessions.resetPassword, again)).status).toBe(400)
  expect(await queuedMails(shop, email)).toEqual([])
})

test('a new address signs the user out, and both addresses are notified', async () => {
  const { user, cookie } = await signIn(shop.app)
  const { email } = newPerson()
  expect((await edit(user.id, { email })).body.email).toBe(email)
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  for (const address of [user.email, email]) {
    const mails = await queuedMails(shop, address)
    const subject = 'The address of your Loadout account was changed'
    expect(mails).toMatchObject([{ template: 'address-changed', subject }])
    // The recipient at one address need not learn the other.
    expect(mails[0]!.text_body).not.toContain(user.email)
    expect(mails[0]!.text_body).not.toContain(email)
  }
})

test('staff who change their own address must enter their password and stay signed in', async () => {
  const { id, email: before } = await createUser(shop, { admin: true })
  const own = { cookie: `session=${await startSessionOf(shop.db, id)}` }
  const { email } = newPerson()
  const change = (body: Body) => edit(id, body, own)
  const code = async (body: Body) => (await change(body)).code

  expect(await code({ email })).toBe('own_password_needed')
  expect(await code({ email, current_password: '' })).toBe('own_password_needed')
  expect(await code({ email, current_password: 'Wrong-1234' })).toBe('wrong_password')
  expect((await shop.call(sessions.get, {}, own)).body.email).toBe(before)
  expect(await queuedMails(shop, email)).toEqual([])
  // Nothing else asks for it, and the unchanged address may be sent along.
  const { username } = newPerson()
  expect((await change({ username, email: before })).body.username).toBe(username)

  expect((await change({ email, current_password: password })).body.email).toBe(email)
  expect((await shop.call(sessions.get, {}, own)).status).toBe(200)
  expect(await queuedMails(shop, email)).toHaveLength(1)
  expect(JSON.stringify(await lastStaffEntry(shop.db, id))).not.toContain(password)
})

test('password guesses when changing the own address are limited', async () => {
  const { id } = await createUser(shop, { admin: true })
  const own = { cookie: `session=${await startSessionOf(shop.db, id)}` }
  const guess = (current_password: string) =>
    edit(id, { email: newPerson().email, current_password }, own)
  for (let n = 0; n < 10; n++) expect((await guess('Wrong-1234')).code).toBe('wrong_password')
  expect((await guess(password)).code).toBe('too_many_password_guesses')
})

test('an unknown or deleted user is not found', async () => {
  expect(await edit(999_999, { banned: true })).toMatchObject({
    status: 404,
    code: 'unknown_user',
  })
  const { id } = await createUser(shop)
  await shop.call(staffUsers.remove, { params: { uid: id } }, admin)
  expect((await edit(id, { banned: true })).status).toBe(404)
})
