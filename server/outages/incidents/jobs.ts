import { sql } from 'kysely'
import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { mailUpdate } from './mail.ts'
import { beginWindows } from './modules.ts'

export const tellUpdate = job({
  name: 'incidents.mail',
  does: 'Emails incident updates to subscribers of the status page',
  payload: z.object({ update: z.number() }),
  run: ({ db, config }, { update }) => mailUpdate(db, config, update),
})

const begin = job({
  name: 'incidents.begin',
  does: 'Starts planned maintenance',
  payload: z.object({}),
  cron: '* * * * *',
  run: ({ db }) => beginWindows(db),
})

const turn = job({
  name: 'incidents.new_day',
  does: 'Starts a new day in the status history',
  payload: z.object({}),
  cron: '0 0 * * *',
  run: async ({ db }) => {
    await sql`select pg_notify('changed', 'status')`.execute(db)
  },
})

export const incidentJobs = [tellUpdate, begin, turn]
