import { sql } from 'kysely'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { longMoment } from '#contract/wire/time-zone.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { selectGroup } from './groups.ts'
import { enqueueCampaign } from './jobs.ts'

type NewCampaign = {
  subject: string
  content: string
  group: string
  /** If a campaign was already started with this key, it is returned and no new one is started. */
  key?: string | undefined
  /** Staff confirmed that the group gets the same mail again. */
  again?: boolean | undefined
}

/** Throws 422 for an unknown group, and 409 for an empty one or the same mail within 7 days. */
export function startCampaign(
  db: Database,
  config: Pick<Config, 'timeZone'>,
  staff: Staff,
  campaign: NewCampaign,
): Promise<number> {
  const { subject, content, group, key, again } = campaign
  return transaction(db, async (tx) => {
    // The second of two colleagues who send the same mail at once sees the first campaign.
    await waitForLock(tx, 'campaigns.start')
    const started = await tx
      .insertInto('campaigns')
      .values({
        subject,
        content,
        recipient_group: group,
        created_by: staff.id,
        ...(key !== undefined && { key }),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!started) {
      const { id } = await tx
        .selectFrom('campaigns')
        .select('id')
        .where('key', '=', key!)
        .executeTakeFirstOrThrow()
      return id
    }
    const { id } = started
    if (!again) await refuseRepeated(tx, config, campaign, id)
    const recipients = (await selectGroup(tx, group))
      .leftJoin('mail_suppressions as suppression', (join) =>
        join.on('suppression.email', '=', sql<string>`lower(users.email)`),
      )
      .select([
        sql<number>`${id}::bigint`.as('campaign_id'),
        'users.id as user_id',
        sql<'queued'>`case when suppression.email is null then 'queued' else 'skipped' end`.as(
          'status',
        ),
        sql<string | null>`'On the suppression list: ' || suppression.reason`.as('error'),
      ])
    await tx
      .insertInto('campaign_recipients')
      .columns(['campaign_id', 'user_id', 'status', 'error'])
      .expression(recipients)
      .execute()
    const queued = await tx
      .selectFrom('campaign_counts')
      .select('count')
      .where('campaign_id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirst()
    if (!queued) throw new Refusal(campaignForm.start.refusals.empty_group)
    await record(tx, 'campaign.started', {
      staff,
      data: { campaign: id, subject, recipient_group: group, recipients: queued.count },
    })
    await enqueueCampaign(tx, id)
    return id
  })
}

/** Throws `sent_recently` if the same mail went to the same group in the last 7 days. */
async function refuseRepeated(
  tx: Tx,
  { timeZone }: Pick<Config, 'timeZone'>,
  { subject, content, group }: NewCampaign,
  id: number,
) {
  const earlier = await tx
    .selectFrom('campaigns')
    .leftJoin('users', 'users.id', 'created_by')
    .select('campaigns.created_at')
    .select(shownName<string | null>('users').as('sender'))
    .where('campaigns.id', '!=', id)
    .where('subject', '=', subject)
    .where('content', '=', content)
    .where('recipient_group', '=', group)
    .where('campaigns.created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('campaigns.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!earlier) return
  const values = {
    sender: earlier.sender ?? 'A staff member',
    moment: longMoment(earlier.created_at, timeZone),
  }
  throw new Refusal(campaignForm.start.refusals.sent_recently, { values })
}
