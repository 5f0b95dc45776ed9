import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { reachable } from '#server/platform/users/living.ts'
import { incidentUpdateMail, writeIncidentMail } from './mail-texts.ts'

const atOnce = 500

/** Mails each user once who followed when the update was written. */
export async function mailUpdate(db: Database, sender: Sender, update: number) {
  let last = 0
  for (;;) {
    const followers = await db
      .selectFrom('incident_followers')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('incident_updates as told', (join) =>
        join.onRef('told.created_at', '>=', 'incident_followers.created_at'),
      )
      .select('user_id')
      .where('told.id', '=', update)
      .where(reachable)
      .where('user_id', '>', last)
      .orderBy('user_id')
      .limit(atOnce)
      .execute()
    for (const { user_id } of followers) await mailFollower(db, sender, { update, user: user_id })
    if (followers.length < atOnce) return
    last = followers.at(-1)!.user_id
  }
}

type About = { update: number; user: number }

export async function mailFollower(
  db: Database,
  sender: Sender,
  about: About,
  again?: Resend,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('incident_updates')
    .innerJoin('incidents', 'incidents.id', 'incident_id')
    .innerJoin('users', (join) => join.on('users.id', '=', about.user))
    .select(['username', 'email', 'title', 'text', 'state', 'starts_at', 'planned_end'])
    .where('incident_updates.id', '=', about.update)
    .where(reachable)
    .executeTakeFirst()
  if (!found) return undefined
  return queueMail(
    db,
    {
      ...writeIncidentMail(sender, found),
      to: found.email,
      userId: about.user,
      template: incidentUpdateMail,
      about,
      once: `incident-update ${about.update} ${about.user}`,
    },
    again,
  )
}
