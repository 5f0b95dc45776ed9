import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { campaignTransitions } from './status.ts'

/** A campaign is paused after the mail server has refused the shop this many times in a row. */
const maxRefusals = 5

/** Stored with the campaign, because a run may send fewer mails than the limit. */
export function countRefusal(db: Database, id: number, error: string): Promise<void> {
  return transaction(db, async (tx) => {
    const campaign = await tx
      .updateTable('campaigns')
      .set(({ eb }) => ({ refusals: eb('refusals', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'running')
      .returning(['refusals', 'subject', 'status'])
      .executeTakeFirst()
    if (!campaign || campaign.refusals < maxRefusals) return
    const paused = campaignTransitions[campaign.status].mails_refused
    if (!paused) return
    await tx
      .updateTable('campaigns')
      .set({ status: paused, refused_with: error })
      .where('id', '=', id)
      .execute()
    await writeLog(tx, {
      level: 'error',
      source: 'campaign',
      message: 'Campaign paused: the mail server refuses emails',
      details: { campaign: id, subject: campaign.subject, error },
    })
  })
}

/** The mail server accepted a mail of the shop, or refused only a recipient. */
export async function endRefusals(db: Database, id: number): Promise<void> {
  await db
    .updateTable('campaigns')
    .set({ refusals: 0 })
    .where('id', '=', id)
    .where('refusals', '>', 0)
    .where('status', '=', 'running')
    .execute()
}

export const noRefusals = { refusals: 0, refused_with: sql<null>`null` }
