import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { unsubscribeHeaders, unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import { reachable } from '#server/platform/users/living.ts'
import { releaseMail, writeReleaseMail } from './mail-texts.ts'

type About = { release: number; user: number }

/** Does nothing if the user stopped following, or their address rejects mail or complained. */
export async function mailRelease(
  db: Database,
  sender: Sender,
  about: About,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('loader_releases')
    .leftJoin('products', 'products.id', 'product_id')
    .innerJoin('users', (join) => join.on('users.id', '=', about.user))
    .innerJoin('release_followers', 'release_followers.user_id', 'users.id')
    .select(['username', 'email', 'version', 'loader_releases.notes', 'product_id'])
    .select('products.name as product')
    .where('loader_releases.id', '=', about.release)
    .where(reachable)
    .where(({ not, exists, selectFrom, fn }) =>
      not(
        exists(
          selectFrom('mail_suppressions')
            .select('reason')
            .whereRef('mail_suppressions.email', '=', fn('lower', ['users.email']))
            // Users who unsubscribed from news and later asked for release mails still get them.
            .where('reason', '<>', 'unsubscribed'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!found) return undefined
  const { email, product_id, product, ...told } = found
  const unsubscribe = (await unsubscribeLinks(db, sender.siteUrl, 'releases'))(about.user)
  const module =
    product_id === null ? null : { product: product_id, release: about.release, name: product! }
  return queueMail(
    db,
    {
      ...writeReleaseMail(sender, { ...told, module, unsubscribe }),
      to: email,
      userId: about.user,
      template: releaseMail,
      headers: unsubscribeHeaders(unsubscribe),
      about,
      once: `release ${about.release} ${about.user}`,
    },
    again,
  )
}
