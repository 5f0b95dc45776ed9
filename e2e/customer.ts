import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs, startSessionOf } from '#server/kernel/testing/customer.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'

/** The cookies of a new session of the named user, or of a new user. */
export async function signInCookies(db: Database, url: string, username?: string) {
  const token = username ? await signInUser(db, username) : (await signInAs(db)).token
  return sessionCookies(url, token)
}

/** The cookies that the server sets at sign-in: the session, and a marker that there is one. */
export function sessionCookies(url: string, token: string) {
  return [
    { name: 'session', value: token, url },
    { name: 'signed_in', value: '1', url },
  ]
}

async function signInUser(db: Database, username: string) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return startSessionOf(db, user.id)
}

/** A user name that no other test uses, with an address and a password. */
export function newPerson() {
  const username = `mara.${randomBytes(5).toString('hex')}`
  return { username, email: `${username}@example.com`, password: 'Nightfall7' }
}

/** Creates an account with a password, verified unless specified otherwise. */
export async function createUser(db: Database, { verified = true } = {}) {
  const person = newPerson()
  const { username, email, password } = person
  const password_hash = await hashPassword(password)
  const verified_at = verified ? new Date() : null
  const { id } = await db
    .insertInto('users')
    .values({ username, email, password_hash, verified_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, id }
}

/** Fills in and submits the sign-in page. */
export async function logIn(
  page: Page,
  { username, password }: { username: string; password: string },
) {
  // The address changes before the page does, and the page before may have a username field, too.
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs in a new administrator on the sign-in page, which redirects to the given path. */
export async function logInAsAdmin(page: Page, db: Database, path: string) {
  const user = await createUser(db)
  await db.updateTable('users').set({ admin: true }).where('id', '=', user.id).execute()
  await page.goto(`/login?origin=${path}`)
  await logIn(page, user)
  await expect(page).toHaveURL(path)
  return user
}

/** Adds a user that no other test uses. */
export async function addUser(db: Database, columns: object = {}) {
  const username = `u${randomBytes(5).toString('hex')}`
  return db
    .insertInto('users')
    .values({ username, email: `${username}@example.com`, verified_at: new Date(), ...columns })
    .returning(['id', 'username', 'email'])
    .executeTakeFirstOrThrow()
}
