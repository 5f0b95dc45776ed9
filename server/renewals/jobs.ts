import * as z from 'zod'
import { job } from '#server/kernel/jobs.ts'

/** Money that went back ends the card subscription that it was for. */
export const stopRenewal = job({
  name: 'renewals.stop',
  payload: z.object({ subscription: z.string() }),
  run: async ({ card }, { subscription }) => {
    if (!card) throw new Error('No card provider is configured')
    await card.stopRenewal(subscription)
  },
})

export const renewalJobs = [stopRenewal]
