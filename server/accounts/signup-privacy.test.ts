import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { openTestShop, type TestShop } from '#server/kernel/testing/shop.ts'
import { createUser, logIn, newPerson, queuedMails, signUp } from './testing/people.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** What somebody sees who signs up with this address and then tries whatever could tell. */
async function whatCanBeSeen(email: string) {
  const mine = { ...newPerson(), email, password: 'Mine-12345' }
  const seen = []
  seen.push(await signUp(shop, mine))
  seen.push(await logIn(shop, mine))
  seen.push(await logIn(shop, { ...mine, username: email }))
  seen.push(await logIn(shop, { ...mine, username: email, password: 'Other-1234' }))
  seen.push(await signUp(shop, { ...newPerson(), username: mine.username.toUpperCase() }))
  seen.push(await signUp(shop, { ...newPerson(), email }))
  seen.push(await shop.call(accounts.resendVerification, { body: { email } }))
  seen.push(await shop.call(accounts.resendVerification, { body: { email } }))
  return seen.map(({ status, body, response }) => {
    const { date: _, ...headers } = response.headers
    return { status, body, headers }
  })
}

test('nothing that a sign-up leads to tells whether the address has an account', async () => {
  const owner = await createUser(shop)
  const pending = newPerson()
  await signUp(shop, pending)
  const free = await whatCanBeSeen(newPerson().email)
  expect(free.map(({ status }) => status)).toEqual([201, 403, 403, 401, 409, 201, 200, 429])
  expect(await whatCanBeSeen(owner.email.toUpperCase())).toEqual(free)
  expect(await whatCanBeSeen(pending.email)).toEqual(free)
})

test('the owner is told by mail, once an hour, and keeps everything', async () => {
  const owner = await createUser(shop)
  for (let n = 0; n < 3; n++) {
    await signUp(shop, { ...newPerson(), email: owner.email.toLowerCase() })
  }
  const mails = await queuedMails(shop, owner.email)
  expect(mails.map(({ template }) => template)).toEqual(['address-taken'])
  expect(mails[0]!.text_body).toContain(owner.username)
  expect(mails[0]!.text_body).not.toContain('token=')
  expect((await logIn(shop, owner)).status).toBe(200)
})

test('an owner who has not verified yet gets the link once more', async () => {
  const person = newPerson()
  await signUp(shop, person)
  await signUp(shop, { ...newPerson(), email: person.email })
  const mails = await queuedMails(shop, person.email)
  expect(mails.map(({ template }) => template)).toEqual(['verification', 'verification'])
  expect(mails[1]!.text_body).toContain(person.username)
})
