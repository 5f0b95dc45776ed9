import { sql } from 'kysely'
import { campaignRefusals, campaigns } from '#contract/people/campaigns.ts'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { enqueueCampaign } from './jobs.ts'
import { noRefusals } from './refusals.ts'
import { type CampaignStatus, campaignTransitions } from './status.ts'

/** Pauses a running campaign; mails that the mail server has accepted still arrive. */
export function pauseCampaign(db: Database, staff: Staff, id: number) {
  return transition(db, staff, id, 'pause', campaigns.pause.refusals.not_running)
}

export function resumeCampaign(db: Database, staff: Staff, id: number) {
  return transition(db, staff, id, 'resume', campaigns.resume.refusals.not_paused, async (tx) => {
    // Staff who resume expect the refused mails to go out now, not at their next retry.
    await tx
      .updateTable('campaign_recipients')
      .set({ due_at: sql`now()` })
      .where('campaign_id', '=', id)
      .where('status', '=', 'queued')
      .where('due_at', '>', sql<Date>`now()`)
      .execute()
  })
}

export function cancelCampaign(db: Database, staff: Staff, id: number) {
  const { campaign_over } = campaigns.cancel.refusals
  return transition(db, staff, id, 'cancel', campaign_over, async (tx) => {
    await tx
      .updateTable('campaign_recipients')
      .set({ status: 'cancelled', error: null })
      .where('campaign_id', '=', id)
      .where('status', '=', 'queued')
      .execute()
  })
}

/** With `unknown`, also retries uncertain deliveries. Refuses without any, or if cancelled. */
export function retryFailures(db: Database, staff: Staff, id: number, unknown: boolean) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const after = campaignTransitions[before].retry
    if (!after) throw new Refusal(campaigns.retry.refusals.cancelled)
    const { numUpdatedRows } = await tx
      .updateTable('campaign_recipients')
      .set({ status: 'queued', attempts: 0, due_at: sql`now()`, error: null })
      .where('campaign_id', '=', id)
      .where('status', 'in', unknown ? ['failed', 'unknown'] : ['failed'])
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new Refusal(campaigns.retry.refusals.nothing_to_retry)
    await move(tx, id, after)
    const states = { before: { status: before }, after: { status: after } }
    const data = { campaign: id, recipients: Number(numUpdatedRows), unknown, ...states }
    await record(tx, 'campaign.retried', { staff, data })
  })
}

const recordedAs = {
  resume: 'campaign.resumed',
  pause: 'campaign.paused',
  cancel: 'campaign.cancelled',
} as const

function transition(
  db: Database,
  staff: Staff,
  id: number,
  event: keyof typeof recordedAs,
  refusal: DeclaredRefusal,
  work: (tx: Tx) => Promise<void> = async () => {},
) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const after = campaignTransitions[before][event]
    if (!after) throw new Refusal(refusal)
    await move(tx, id, after)
    await work(tx)
    const states = { before: { status: before }, after: { status: after } }
    await record(tx, recordedAs[event], { staff, data: { campaign: id, ...states } })
  })
}

/** Locks the campaign before its recipients, as the sender does, to avoid deadlocks. */
async function lock(tx: Tx, id: number): Promise<CampaignStatus> {
  const campaign = await tx
    .selectFrom('campaigns')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!campaign) throw new Refusal(campaignRefusals.unknown_campaign)
  return campaign.status
}

/** The job also resolves recipients that a killed process left as sending. */
async function move(tx: Tx, id: number, to: CampaignStatus) {
  await tx
    .updateTable('campaigns')
    .set({ status: to, finished_at: to === 'cancelled' ? sql`now()` : null, ...noRefusals })
    .where('id', '=', id)
    .execute()
  await enqueueCampaign(tx, id)
}
