import * as z from 'zod'
import { job } from '#server/kernel/jobs/jobs.ts'
import { askDueChecks } from './vat-checks.ts'

export const taxJobs = [
  job({
    name: 'taxes.ask_vies',
    does: 'Checks unconfirmed VAT IDs with VIES',
    payload: z.object({}),
    waitsFor: 'vies',
    cron: '* * * * *',
    attempts: 1,
    run: ({ db, vies }) => askDueChecks(db, vies),
  }),
]
