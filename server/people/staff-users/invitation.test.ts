import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { mails } from '#contract/platform/mail.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { signIn, startSessionOf } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import {
  askForVerification,
  createUser,
  logIn,
  newPerson,
  signUp,
} from '#server/platform/sessions/testing/people.ts'
import { lastStaffEntry } from './testing/staff-entries.ts'

const shop = await fileFixture(openTestShop({ withSandbox: true }))
const admin = await signIn(shop.app, { admin: true })

const chosen = 'Daybreak8'
const invite = (body: object) =>
  shop.call(staffUsers.add, { body: { ...newPerson(), role: 'user', ...body } as never }, admin)
const setPassword = (token: string) =>
  shop.call(sessions.resetPassword, { query: { token }, body: chosen })

async function links(address: string) {
  const received = await receive(shop, address)
  return received.flatMap(({ text }) => {
    const link = /(\S+\/reset-password\?\S+)/.exec(text)
    return link ? [new URL(link[1]!)] : []
  })
}

test('an invited user sets a password with the emailed link and is then verified', async () => {
  const person = newPerson()
  const { status, body } = await invite({ ...person, role: 'support' })
  expect([status, body]).toMatchObject([
    201,
    { ...person, support: true, admin: false, verified: false, last_login: null },
  ])
  expect(await lastStaffEntry(shop.db, body.uid)).toMatchObject({
    message: 'User invited',
    details: { by: admin.user.username, role: 'support' },
  })
  expect((await logIn(shop, person)).status).toBe(401)

  const [link, ...others] = await links(person.email)
  expect(others).toEqual([])
  expect(link!.searchParams.get('invited')).toBe('true')
  const token = link!.searchParams.get('token')!
  expect((await setPassword(token)).status).toBe(200)
  expect((await logIn(shop, { ...person, password: chosen })).body).toMatchObject({ support: true })
  expect((await setPassword(token)).status).toBe(400)
  // No mail reports a changed password if there was none before.
  const subjects = (await receive(shop, person.email)).map(({ subject }) => subject)
  expect(subjects[0]).toBe('Your invitation to Loadout')
  expect(subjects).not.toContain('Your Loadout password was changed')
})

test('an invitation with a taken name or address is refused and sends nothing', async () => {
  const taken = await createUser(shop)
  expect(await invite({ username: taken.username.toLowerCase() })).toMatchObject({
    status: 409,
    code: 'username_taken',
  })
  expect(await invite({ email: taken.email.toLowerCase() })).toMatchObject({
    status: 409,
    code: 'email_taken',
  })
  expect(await receive(shop, taken.email)).toEqual([])
  for (const body of [{ role: 'owner' }, { email: 'no' }, { username: 'a' }, { banned: true }])
    expect((await invite(body)).status).toBe(422)
})

test('of concurrent invitations for the same person, exactly one succeeds', async () => {
  const person = newPerson()
  const answers = await Promise.all([invite(person), invite(person), invite(person)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await links(person.email)).toHaveLength(1)
})

test('an invitation can be sent again from the mail log until the user sets a password', async () => {
  const person = newPerson()
  await invite(person)
  await receive(shop, person.email)
  const list = () => shop.call(mails.list, { query: { search: person.email } }, admin)
  const [sent] = (await list()).body.mails
  expect(sent).toMatchObject({ template: 'invitation', resendable: true })
  const again = await shop.call(mails.resend, { params: { id: sent!.id } }, admin)
  expect(again.status).toBe(202)
  const [first, second] = await links(person.email)
  expect((await setPassword(second!.searchParams.get('token')!)).status).toBe(200)
  // The other link became invalid together with it.
  expect((await setPassword(first!.searchParams.get('token')!)).status).toBe(400)
  const third = (await list()).body.mails[0]!
  const late = await shop.call(mails.resend, { params: { id: third.id } }, admin)
  expect(late.status).toBe(409)
})

test('when staff correct an invited user’s address, the old link stops working and a new one is sent', async () => {
  const person = newPerson()
  const { body } = await invite(person)
  const [old] = await links(person.email)
  const { email } = newPerson()
  const params = { uid: body.uid }
  await shop.call(staffUsers.change, { params, body: { email } }, admin)
  expect((await setPassword(old!.searchParams.get('token')!)).status).toBe(400)
  const [link] = await links(email)
  expect((await setPassword(link!.searchParams.get('token')!)).status).toBe(200)
})

test('a sign-up cannot take the name of an invited user', async () => {
  const person = newPerson()
  await invite(person)
  const other = { ...newPerson(), username: person.username }
  expect((await signUp(shop, other)).status).toBe(409)
})

const verify = (token: string) => shop.call(sessions.verifyEmail, { body: { token }, query: {} })

/** Returns the tokens of the verification links that were mailed to an address, newest first. */
async function verificationTokens(address: string) {
  const received = await receive(shop, address)
  return received.flatMap(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? [])
}

async function rowAt(email: string) {
  return shop.db
    .selectFrom('users')
    .selectAll()
    .where('email', 'ilike', email)
    .executeTakeFirstOrThrow()
}

test.each([
  ['another name', () => newPerson().username],
  ['the same name', (stranger: string) => stranger.toUpperCase()],
])('an invitation with %s replaces an unverified sign-up of its address', async (_, nameFor) => {
  const stranger = newPerson()
  await signUp(shop, stranger)
  const [link] = await verificationTokens(stranger.email)
  const { id } = await rowAt(stranger.email)
  const cookie = `session=${await startSessionOf(shop.db, id)}`
  expect((await logIn(shop, stranger)).code).toBe('unverified')

  const person = { username: nameFor(stranger.username), email: stranger.email.toUpperCase() }
  const { status, body } = await invite({ ...person, role: 'support' })
  expect([status, body]).toMatchObject([201, { ...person, support: true, verified: false }])
  expect(body).toMatchObject({ terms_version: null, terms_accepted_at: null })
  expect((await shop.call(sessions.get, {}, { cookie })).status).toBe(401)
  expect((await verify(link!)).status).toBe(400)
  await askForVerification(shop, { email: stranger.email, username: stranger.username })

  const [invitation] = await links(stranger.email)
  expect((await setPassword(invitation!.searchParams.get('token')!)).status).toBe(200)
  const own = await logIn(shop, { username: person.username, password: chosen })
  expect(own.body).toMatchObject({ ...person, support: true })
  for (const username of [stranger.username, stranger.email]) {
    // The response stays the same for a day, so that it does not reveal the invitation.
    expect((await logIn(shop, { ...stranger, username })).code).toBe('unverified')
  }
  for (const token of await verificationTokens(stranger.email)) await verify(token)
  expect((await logIn(shop, stranger)).code).toBe('unverified')
})

test('an invitation does not replace a sign-up that was verified or used', async () => {
  const used = await createUser(shop, { verified_at: null })
  const last_login_at = new Date()
  await shop.db.updateTable('users').set({ last_login_at }).where('id', '=', used.id).execute()
  const refused = await invite({ email: used.email })
  expect([refused.status, refused.code]).toEqual([409, 'email_taken'])
})

test('an invitation that is refused because its name is taken keeps the sign-up', async () => {
  const stranger = newPerson()
  await signUp(shop, stranger)
  const { username } = await createUser(shop)
  expect((await invite({ username, email: stranger.email })).code).toBe('username_taken')
  const [link] = await verificationTokens(stranger.email)
  expect((await verify(link!)).status).toBe(200)
  expect((await logIn(shop, stranger)).status).toBe(200)
})

test('when an invitation and verifications of its address run concurrently, exactly one succeeds', async () => {
  for (let round = 0; round < 6; round++) {
    const { email } = newPerson()
    const strangers = [newPerson(), newPerson()].map(({ username }) => ({ username, email }))
    for (const stranger of strangers) await signUp(shop, stranger)
    const tokens = await verificationTokens(email)
    expect(tokens).toHaveLength(2)
    const calls = [
      () => invite({ email, role: 'admin' }),
      ...tokens.map((token) => () => verify(token)),
    ]
    const first = round % 3
    const answers = await Promise.all(calls.map((_, n) => calls[(n + first) % 3]!()))
    const won = answers.filter(({ status }) => status < 300)
    expect(won).toHaveLength(1)

    const { admin: isAdmin, password_hash, verified_at } = await rowAt(email)
    expect([password_hash === null, verified_at === null]).toEqual([isAdmin, isAdmin])
    const signedIn = await Promise.all(strangers.map((stranger) => logIn(shop, stranger)))
    const inside = signedIn.filter(({ status }) => status === 200)
    expect(inside).toHaveLength(isAdmin ? 0 : 1)
  }
})
