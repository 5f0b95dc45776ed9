import { createHmac, timingSafeEqual } from 'node:crypto'
import { mailPreferences } from '#contract/mail-preferences.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sharedSecret } from '#server/kernel/secrets.ts'
import { writeLog } from '#server/logs/log.ts'
import { living } from '#server/users/living.ts'
import { masked } from '#server/users/masked.ts'

/** Signs unsubscribe links. They work without signing in and never expire. */
export async function unsubscribeLinks(db: Database, siteUrl: string) {
  const key = await sharedSecret(db, 'unsubscribe')
  return (userId: number) => `${siteUrl}/unsubscribe?token=${userId}.${sign(key, userId)}`
}

/** RFC 8058: mail programs offer a button of their own, which posts to the link. */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Whether the person whose link it is gets news. Throws 400 for a link that we did not make. */
export async function getPreference(db: Database, token: string) {
  const user = await findOwner(db, token)
  const suppressed = await db
    .selectFrom('mail_suppressions')
    .select('reason')
    .where('email', '=', user.email.toLowerCase())
    .executeTakeFirst()
  return { email: masked(user.email), subscribed: !suppressed }
}

/** Sends no more news to whom the link belongs to. Throws 400. */
export async function stopNews(db: Database, token: string) {
  const user = await findOwner(db, token)
  await transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mail_suppressions')
      .values({ email: user.email.toLowerCase(), reason: 'unsubscribed' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    await writeLog(tx, { source: 'mail', message: 'Unsubscribed from news', userId: user.id })
  })
  return { email: masked(user.email), subscribed: false }
}

/** Sends news again, unless somebody else than its reader has stopped it: then throws 409. */
export async function resumeNews(db: Database, token: string) {
  const user = await findOwner(db, token)
  await transaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('mail_suppressions')
      .where('email', '=', user.email.toLowerCase())
      .where('reason', '=', 'unsubscribed')
      .executeTakeFirstOrThrow()
    if (numDeletedRows) {
      await writeLog(tx, { source: 'mail', message: 'Subscribed to news again', userId: user.id })
    } else if (!(await getPreference(tx, token)).subscribed) {
      throw new Refusal(mailPreferences.resume.refusals.ask_support)
    }
  })
  return { email: masked(user.email), subscribed: true }
}

async function findOwner(db: Database, token: string) {
  const [userId = '', signature = ''] = token.split('.')
  const key = await sharedSecret(db, 'unsubscribe')
  const expected = Buffer.from(/^[1-9]\d{0,15}$/.test(userId) ? sign(key, Number(userId)) : '')
  const given = Buffer.from(signature)
  const genuine =
    expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
  const user = genuine
    ? await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('id', '=', Number(userId))
        .where(living)
        .executeTakeFirst()
    : undefined
  if (!user) {
    throw new Refusal(mailPreferences.get.refusals.incomplete_link)
  }
  return user
}

function sign(key: Buffer, userId: number): string {
  return createHmac('sha256', key).update(`news ${userId}`).digest('base64url').slice(0, 24)
}
