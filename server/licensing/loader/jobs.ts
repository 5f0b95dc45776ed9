import * as z from 'zod'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { build, findStalled } from './builds.ts'

export const buildLoader = job({
  name: 'loader.build',
  does: 'Builds the loader of a customer',
  payload: z.object({ build: z.uuid() }),
  waitsFor: 'storage',
  run: ({ db, storage, loaderKey, markKey }, payload) =>
    build(db, storage, loaderKey, markKey, payload.build),
})

/** Otherwise a build would stay pending if its job failed permanently or was removed. */
export const resumeLoaders = job({
  name: 'loader.resume',
  does: 'Restarts loader builds that were interrupted',
  payload: z.object({}),
  cron: '* * * * *',
  run: async ({ db }) => {
    for (const id of await findStalled(db, new Date(clock.now() - 60_000))) {
      await enqueue(db, buildLoader, { build: id }, { key: `loader ${id}` })
    }
  },
})

export const loaderJobs = [buildLoader, resumeLoaders]
