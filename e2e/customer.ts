import type { Page } from '@playwright/test'
import type { Database } from '#server/kernel/database.ts'
import { hashToken, newToken } from '#server/kernel/sessions.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'

/** The cookies of a new session of the named user, or of somebody new. */
export async function signInCookies(db: Database, url: string, username?: string) {
  const token = username ? await signInUser(db, username) : (await signInAs(db)).token
  return sessionCookies(url, token)
}

/** What the server sets at sign-in: the session, and that there is one. */
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
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return token
}

/** Puts that many games on sale into the cart of pages that this one's context will open. */
export async function fillCart(page: Page, db: Database, count: number) {
  const games = await db
    .selectFrom('games')
    .select(['id', 'name', 'price_cents'])
    .where('hidden', '=', false)
    .where('disabled', '=', false)
    .orderBy('position')
    .limit(count)
    .execute()
  const cart = games.map(({ id, name, price_cents }) => ({
    id,
    title: name,
    price: price_cents / 100,
    image: null,
    term_length: 1,
  }))
  await page.addInitScript((items) => {
    if (!localStorage.getItem('cart')) localStorage.setItem('cart', items)
  }, JSON.stringify(cart))
}
