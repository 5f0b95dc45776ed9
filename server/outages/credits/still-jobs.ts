import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { listOwed } from './give-still.ts'
import { giveStillSoon } from './jobs.ts'
import { moveStills } from './stills.ts'

const move = job({
  name: 'credits.move_stills',
  does: 'Freezes time at the start of an incident and resumes it at the end',
  payload: z.object({}),
  cron: '* * * * *',
  run: async ({ db }) => {
    await moveStills(db)
    for (const still of await listOwed(db)) await giveStillSoon(db, still)
  },
})

export const stillJobs = [move]
