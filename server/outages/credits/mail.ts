import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { active } from '#server/platform/users/living.ts'
import { timeCreditedMail, writeTimeCreditedMail } from './mail-texts.ts'

const atOnce = 500

/** An automatic credit of less than an hour shows in the account but sends no mail. */
const worthAMail = 3600

/** Mails all customers who received time from a batch, once however often this runs. */
export async function mailBatch(db: Database, sender: Sender, batch: number) {
  let last = 0
  for (;;) {
    const people = await db
      .selectFrom('time_credits')
      .select('user_id')
      .distinct()
      .where('batch_id', '=', batch)
      .where('state', '=', 'given')
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(atOnce)
      .execute()
    for (const { user_id } of people) await mailPerson(db, sender, { batch, user: user_id })
    if (people.length < atOnce) return
    last = people.at(-1)!.user_id
  }
}

type About = { batch: number; user: number }
type Given = { product: string; seconds: number; ends_at: string | null }

/** Sends no mail for undone time, or for an automatic credit below an hour without a note. */
export async function mailPerson(
  db: Database,
  sender: Sender,
  about: About,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('credit_batches')
    .innerJoin('users', (join) => join.on('users.id', '=', about.user))
    .select(['username', 'email', 'title', 'note', 'incident_id', 'still_id'])
    .select(
      sql<Given[]>`(
        select coalesce(json_agg(json_build_object(
                 'product', name, 'seconds', given.seconds, 'ends_at', given.ends_at) order by name), '[]')
          from (select product_id, sum(seconds)::bigint as seconds,
                       (select max(run.ends_at) from subscriptions as run
                         where run.user_id = ${about.user}
                           and run.product_id = credit.product_id) as ends_at
                  from time_credits as credit
                 where batch_id = ${about.batch} and credit.user_id = ${about.user}
                   and state = 'given' group by product_id) as given
          join products on products.id = given.product_id)`.as('given'),
    )
    .where('credit_batches.id', '=', about.batch)
    .where(active)
    .executeTakeFirst()
  if (!found || found.given.length === 0) return undefined
  const { incident_id, still_id, given, ...told } = found
  const byHand = incident_id === null && still_id === null
  const seconds = given.reduce((sum, each) => sum + each.seconds, 0)
  if (!byHand && told.note === '' && seconds < worthAMail) return undefined
  const mail = writeTimeCreditedMail(sender, {
    ...told,
    byHand,
    given: given.map(({ ends_at, ...each }) => ({ ...each, endsAt: new Date(ends_at!) })),
  })
  return queueMail(
    db,
    {
      ...mail,
      to: found.email,
      userId: about.user,
      template: timeCreditedMail,
      about,
      once: `time-credited ${about.batch} ${about.user}`,
    },
    again,
  )
}
