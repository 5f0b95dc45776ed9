import * as z from 'zod'
import type { Database } from '#server/kernel/database/database.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { applyBatch } from './apply.ts'
import { giveStillBack } from './give-still.ts'
import { mailBatch } from './mail.ts'
import { previewBatch } from './preview.ts'
import { undoBatch } from './undo.ts'

const batch = z.object({ batch: z.number() })

export const tellCredits = job({
  name: 'credits.mail',
  does: 'Emails customers about compensation',
  payload: batch,
  run: ({ db, config }, payload) => mailBatch(db, config, payload.batch),
})

export const preview = job({
  name: 'credits.preview',
  does: 'Calculates the recipients of a compensation batch',
  payload: batch,
  run: ({ db }, payload) => previewBatch(db, payload.batch),
})

export const apply = job({
  name: 'credits.apply',
  does: 'Credits the time of a compensation batch',
  payload: batch,
  run: async ({ db }, payload) => {
    await applyBatch(db, payload.batch)
    await enqueue(db, tellCredits, payload)
  },
})

export const undo = job({
  name: 'credits.undo',
  does: 'Revokes the unused time of a compensation batch',
  payload: batch,
  run: ({ db }, payload) => undoBatch(db, payload.batch),
})

export const giveStill = job({
  name: 'credits.give_still',
  does: 'Returns frozen time to customers after an incident',
  payload: z.object({ still: z.number() }),
  run: async ({ db }, { still }) => {
    const batch = await giveStillBack(db, still)
    if (batch !== undefined) await enqueue(db, tellCredits, { batch })
  },
})

/** Enqueues one job, however often it is called before the job starts. */
export const giveStillSoon = (db: Database, still: number) =>
  enqueue(db, giveStill, { still }, { key: `${giveStill.name} ${still}` })

export const creditJobs = [preview, apply, tellCredits, undo, giveStill]
