import { type MailPreference, mailPreferences } from '#contract/platform/mail-preferences.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { sharedSecret } from '#server/kernel/secrets/secrets.ts'
import { isSignature, signText } from '#server/kernel/secrets/signatures.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { living } from '#server/platform/users/living.ts'
import { masked } from '#server/platform/users/masked.ts'

type About = MailPreference['about']

const length = 24

const textOf = (about: About, userId: number) => `${about} ${userId}`

/** Signs unsubscribe links. They work without signing in and never expire. */
export async function unsubscribeLinks(db: Database, siteUrl: string, about: About = 'news') {
  const key = await sharedSecret(db, 'unsubscribe')
  const ending = about === 'news' ? '' : `.${about}`
  return (userId: number) =>
    `${siteUrl}/unsubscribe?token=${userId}.${signText(key, textOf(about, userId), length)}${ending}`
}

/** RFC 8058: mail programs show their own unsubscribe button, which posts to the link. */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Throws 400 for a link that this shop did not create. */
export async function getPreference(db: Database, token: string) {
  const user = await findOwner(db, token)
  const { about } = user
  if (about === 'releases') {
    const follows = await db
      .selectFrom('release_followers')
      .select('user_id')
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    return { email: masked(user.email), subscribed: follows !== undefined, about }
  }
  const suppressed = await db
    .selectFrom('mail_suppressions')
    .select('reason')
    .where('email', '=', user.email.toLowerCase())
    .executeTakeFirst()
  return { email: masked(user.email), subscribed: !suppressed, about }
}

/** The link may be about all news or only about new releases. Throws 400. */
export async function stopNews(db: Database, token: string) {
  const user = await findOwner(db, token)
  const { about } = user
  await transaction(db, async (tx) => {
    await tx.deleteFrom('release_followers').where('user_id', '=', user.id).execute()
    if (about === 'releases') return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mail_suppressions')
      .values({ email: user.email.toLowerCase(), reason: 'unsubscribed' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return
    await writeLog(tx, { source: 'mail', message: 'Unsubscribed from news', userId: user.id })
  })
  return { email: masked(user.email), subscribed: false, about }
}

/** Subscribes the owner again. Throws 409 if news was stopped by someone other than the reader. */
export async function resumeNews(db: Database, token: string) {
  const user = await findOwner(db, token)
  const { about } = user
  await transaction(db, async (tx) => {
    if (about === 'releases') {
      await tx
        .insertInto('release_followers')
        .values({ user_id: user.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return
    }
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
  return { email: masked(user.email), subscribed: true, about }
}

async function findOwner(db: Database, token: string) {
  const [userId = '', signature = '', ending] = token.split('.')
  const about: About = ending === 'releases' ? 'releases' : 'news'
  const key = await sharedSecret(db, 'unsubscribe')
  const genuine =
    /^[1-9]\d{0,15}$/.test(userId) &&
    isSignature(signature, key, textOf(about, Number(userId)), length)
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
  return { ...user, about }
}
