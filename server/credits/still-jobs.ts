import * as z from 'zod'
import { enqueue, job } from '#server/kernel/jobs.ts'
import { listOwed } from './give-still.ts'
import { giveStill } from './jobs.ts'
import { moveStills } from './stills.ts'

const move = job({
  name: 'credits.move_stills',
  does: 'Has time stand still while incidents go on, and go on when they are over',
  payload: z.object({}),
  cron: '* * * * *',
  run: async ({ db }) => {
    await moveStills(db)
    for (const still of await listOwed(db))
      await enqueue(db, giveStill, { still }, { key: `credits.give_still ${still}` })
  },
})

export const stillJobs = [move]
