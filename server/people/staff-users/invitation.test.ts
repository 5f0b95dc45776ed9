import { expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { mails } from '#contract/platform/mail.ts'
import { sessions } from '#contract/platform/sessions.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { receive } from '#server/kernel/testing/mailbox.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createUser, logIn, newPerson, signUp } from '#server/platform/sessions/testing/people.ts'
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

test('the invited sets a password with the mailed link, and is verified by it', async () => {
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

test('a taken name or address is told, and nothing is sent', async () => {
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

test('of two who invite the same person at once, one does', async () => {
  const person = newPerson()
  const answers = await Promise.all([invite(person), invite(person), invite(person)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await links(person.email)).toHaveLength(1)
})

test('is sent again from the mail log while there is no password', async () => {
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

test('goes to the new address when staff correct it before it was used', async () => {
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

test('nobody takes the name meanwhile by signing up', async () => {
  const person = newPerson()
  await invite(person)
  const other = { ...newPerson(), username: person.username }
  expect((await signUp(shop, other)).status).toBe(409)
})
