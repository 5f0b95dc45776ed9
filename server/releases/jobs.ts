import { sql } from 'kysely'
import * as z from 'zod'
import { follower } from '#server/events/followers.ts'
import { addJob, enqueue, type Job, job } from '#server/kernel/jobs.ts'
import { tellOfRelease } from './tell.ts'

const payload = z.object({ release: z.number(), after: z.number() })

const tell: Job<typeof payload> = job({
  name: 'releases.mail',
  does: 'Mails customers who asked for it that there is a new release of what they have',
  payload,
  run: ({ db, config }, { release, after }) =>
    tellOfRelease(db, config, {
      release,
      after,
      goOn: (tx, last) => enqueue(tx, tell, { release, after: last }),
    }),
})

export const releaseJobs = [tell]

const fromTheFirst = (release: number) =>
  addJob(tell, sql`${JSON.stringify({ release, after: 0 })}`)

export const releaseFollowers = [
  follower(['release.promoted'], ({ data }) => sql`select ${fromTheFirst(data.release)}`),
  // Whom more percent reach is told then.
  follower(
    ['release.rolled_out'],
    ({ data }) => sql`
      select ${fromTheFirst(data.release)}
       where ${data.after.percent > data.before.percent}::boolean`,
  ),
]
