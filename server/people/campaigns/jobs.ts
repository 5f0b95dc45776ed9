import * as z from 'zod'
import type { Database } from '#server/kernel/database/database.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { listOrphaned } from './orphans.ts'
import { sendCampaign } from './sending.ts'

const sendCampaignJob = job({
  name: 'campaigns.send',
  does: 'Sends the emails of a campaign',
  payload: z.object({ campaign: z.int() }),
  run: (shop, { campaign }) =>
    sendCampaign(shop, campaign, (db, at) => enqueueCampaign(db, campaign, at)),
})

/** The job may also settle what a killed sender left. At most one is pending per campaign. */
export function enqueueCampaign(db: Database, campaign: number, at?: Date): Promise<void> {
  const when = { key: `campaign ${campaign}`, ...(at && { at }) }
  return enqueue(db, sendCampaignJob, { campaign }, when)
}

const wakeCampaigns = job({
  name: 'campaigns.wake',
  does: 'Continues pending campaigns',
  payload: z.object({}),
  cron: '*/5 * * * *',
  run: async ({ db }) => {
    for (const id of await listOrphaned(db)) await enqueueCampaign(db, id)
  },
})

export const campaignJobs = [sendCampaignJob, wakeCampaigns]
