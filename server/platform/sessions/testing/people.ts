import { randomBytes } from 'node:crypto'
import { sessions } from '#contract/platform/sessions.ts'
import { solveCaptcha } from '#server/kernel/testing/captcha.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'

export const password = 'Nightfall7'
const passwordHash = hashPassword(password)

export function newPerson() {
  const username = `Mara.${randomBytes(5).toString('hex')}`
  return { username, email: `${username}@Example.com` }
}

/** Creates a verified user whose password is `password`. */
export async function createUser(
  { db }: TestShop,
  columns: {
    username?: string
    email?: string
    banned?: boolean
    admin?: boolean
    verified_at?: Date | null
    referral_code?: string
  } = {},
) {
  return db
    .insertInto('users')
    .values({
      ...newPerson(),
      password_hash: await passwordHash,
      verified_at: new Date(),
      ...columns,
    })
    .returning(['id', 'username', 'email'])
    .executeTakeFirstOrThrow()
}

type Login = { username: string; password?: string; code?: string; cookie?: string }

export async function logIn(test: TestShop, { username, password: given, code, cookie }: Login) {
  const body = { username, password: given ?? password, token: await solveCaptcha(test.app), code }
  return test.call(sessions.login, { body }, { cookie })
}

type Signup = { username: string; email: string; password?: string; refcode?: string | null }

export async function signUp(test: TestShop, person: Signup) {
  const token = await solveCaptcha(test.app)
  return test.call(sessions.signup, { body: { password, ...person, token } })
}

export async function askForVerification(
  test: TestShop,
  asked: { email: string; username?: string | undefined },
) {
  const token = await solveCaptcha(test.app)
  return test.call(sessions.resendVerification, { body: { ...asked, token } })
}

export function queuedMails({ db }: TestShop, email: string) {
  return db
    .selectFrom('mails')
    .select(['template', 'subject', 'text_body', 'html_body', 'recipient'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

/** Returns the token of the link in the newest mail to an address. */
export async function mailedToken(test: TestShop, email: string): Promise<string> {
  const mail = (await queuedMails(test, email)).at(-1)
  const token = /\?token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1]
  if (!token) throw new Error(`No mail with a link to ${email}`)
  return token
}
