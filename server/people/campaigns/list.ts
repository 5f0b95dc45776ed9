import { sql } from 'kysely'
import type { RecipientStatus } from '#contract/people/campaigns.ts'
import { campaignRefusals } from '#contract/people/campaigns.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { startingWith } from '#server/kernel/lists/like.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

const none: Record<RecipientStatus, number> = {
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  cancelled: 0,
}

export async function listCampaigns(db: Database, page: Page) {
  const { rows, total } = await pageOf(selectCampaigns(db).orderBy('campaigns.id', 'desc'), page)
  return { campaigns: rows.map(present), total }
}

export async function getCampaign(db: Database, id: number) {
  const row = await selectCampaigns(db)
    .select('campaigns.content')
    .where('campaigns.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(campaignRefusals.unknown_campaign)
  return { ...present(row), content: row.content }
}

function selectCampaigns(db: Database) {
  return db
    .selectFrom('campaigns')
    .leftJoin('users', 'users.id', 'created_by')
    .select([
      'campaigns.id',
      'subject',
      'recipient_group',
      'status',
      'campaigns.created_at',
      'finished_at',
      'refused_with',
    ])
    .select(shownName<string | null>().as('created_by'))
    .select((eb) => [
      sql<Partial<typeof none> | null>`(
        select json_object_agg(status, count) from campaign_counts
         where campaign_id = campaigns.id)`.as('counts'),
      eb
        .selectFrom('campaign_recipients')
        .select(({ fn }) => fn.min('due_at').as('due'))
        .whereRef('campaign_id', '=', 'campaigns.id')
        .where('campaign_recipients.status', '=', 'queued')
        .as('due'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['execute']>>[number]

function present({ counts: counted, due, ...campaign }: Row) {
  const counts = { ...none, ...counted }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const waits = campaign.status === 'running' && counts.sending === 0 && due && due > clock.date()
  return { ...campaign, counts, total, waiting_until: waits ? due : null }
}

type Wanted = Page & { search?: string | undefined; status?: RecipientStatus | undefined }

/** A page of a campaign's recipients and the number of matches. Throws 404. */
export async function listRecipients(db: Database, id: number, wanted: Wanted) {
  const { page, limit, search, status } = wanted
  const { counts, total: everybody } = await getCampaign(db, id)
  const matching = db
    .selectFrom('campaign_recipients as recipient')
    .innerJoin('users', 'users.id', 'recipient.user_id')
    .where('campaign_id', '=', id)
    .$if(status !== undefined, (query) => query.where('recipient.status', '=', status!))
    .$if(Boolean(search), (query) => {
      const beginning = startingWith(search!.toLowerCase())
      return query.where((eb) =>
        eb.or([
          eb(sql`lower(users.email)`, 'like', beginning),
          eb(sql`lower(users.username)`, 'like', beginning),
        ]),
      )
    })
  const rows = await matching
    .select([
      'recipient.user_id as uid',
      'username',
      'email',
      'deleted_at',
      'recipient.status',
      'attempts',
      'error',
      'due_at',
      'sent_at',
    ])
    .orderBy('recipient.user_id')
    .limit(limit)
    .offset(page * limit)
    .execute()
  const recipients = rows.map(({ deleted_at, due_at, ...row }) => ({
    ...row,
    ...(deleted_at && { username: null, email: null }),
    due_at: row.status === 'queued' && row.attempts > 0 ? due_at : null,
  }))
  return {
    recipients,
    total: search ? await count(matching) : status ? counts[status] : everybody,
  }
}

async function count(matching: {
  select(counted: unknown): { executeTakeFirstOrThrow(): Promise<unknown> }
}) {
  const counted = matching.select(sql<number>`count(*)`.as('total'))
  return ((await counted.executeTakeFirstOrThrow()) as { total: number }).total
}
