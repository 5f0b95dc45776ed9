import { sql } from 'kysely'
import * as z from 'zod'
import { type Channel, channel } from '#contract/licensing/releases.ts'
import { DiscordBusy } from '#server/adapters/discord/discord.ts'
import { addJob, enqueue, type Job, job } from '#server/kernel/jobs/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { follower } from '#server/platform/events/followers.ts'
import { postRelease } from './post.ts'
import { tellOfRelease } from './tell.ts'
import { forgetUploads } from './uploads.ts'

const payload = z.object({ release: z.number(), after: z.number() })

const tell: Job<typeof payload> = job({
  name: 'releases.mail',
  does: 'Emails a new release to customers who turned on release emails',
  payload,
  run: ({ db, config }, { release, after }) =>
    tellOfRelease(db, config, {
      release,
      after,
      goOn: (tx, last) => enqueue(tx, tell, { release, after: last }),
    }),
})

const forget = job({
  name: 'releases.forget_uploads',
  does: 'Deletes abandoned uploads',
  payload: z.object({}),
  waitsFor: 'storage',
  cron: '41 * * * *',
  run: ({ db, storage }) => forgetUploads(db, storage),
})

const postPayload = z.object({ release: z.number(), channel })

const post: Job<typeof postPayload> = job({
  name: 'releases.post',
  does: 'Announces a new release in the Discord channel',
  payload: postPayload,
  waitsFor: 'discord',
  run: async ({ db, config, announcements }, payload) => {
    if (!announcements) return
    try {
      await postRelease(db, announcements, config, payload)
    } catch (error) {
      if (!(error instanceof DiscordBusy)) throw error
      const at = new Date(clock.now() + (error.retryAfter + Math.random()) * 1000)
      await enqueue(db, post, payload, { at })
    }
  },
})

export const releaseJobs = [tell, post, forget]

const fromTheFirst = (release: number) =>
  addJob(tell, sql`${JSON.stringify({ release, after: 0 })}`)

const toPost = ({ release, channel: of }: { release: number; channel: Channel }) =>
  sql`select ${addJob(post, sql`${JSON.stringify({ release, channel: of })}`)}`

export const releaseFollowers = [
  follower(['release.promoted', 'release.rolled_out'], ({ data }) => toPost(data)),
  follower(['release.promoted'], ({ data }) => sql`select ${fromTheFirst(data.release)}`),
  // Notifies the additional users that a higher percentage reaches.
  follower(
    ['release.rolled_out'],
    ({ data }) => sql`
      select ${fromTheFirst(data.release)}
       where ${data.after.percent > data.before.percent}::boolean`,
  ),
]
