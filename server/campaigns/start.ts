import { sql } from 'kysely'
import { campaignForm } from '#contract/campaign-form.ts'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { selectGroup } from './groups.ts'
import { enqueueCampaign } from './jobs.ts'

type NewCampaign = {
  subject: string
  content: string
  group: string
  /** A campaign that was started with the same key is meant, and none is started. */
  key?: string | undefined
}

/**
 * Settles who gets it, everybody once, and has it sent. Answers its id. Throws 422 for an unknown
 * group and 409 when nobody in it may be written to.
 */
export function startCampaign(db: Database, staff: Staff, campaign: NewCampaign): Promise<number> {
  const { subject, content, group, key } = campaign
  return transaction(db, async (tx) => {
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
