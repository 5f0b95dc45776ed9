import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { campaignTransitions } from './status.ts'

/** A sender that has not renewed its lease for this many seconds counts as killed. */
const leaseSeconds = 30

const aWhile = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/**
 * Returns undefined while there is another sender. Mails that a killed sender had claimed may have
 * been sent, so they are not sent again automatically.
 */
export function takeLease(db: Database, id: number): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    const lease = randomUUID()
    const { numUpdatedRows } = await tx
      .updateTable('campaigns')
      .set({ sender: lease, sender_until: aWhile })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([eb('sender_until', 'is', null), eb('sender_until', '<', sql<Date>`now()`)]),
      )
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return undefined
    await tx
      .updateTable('campaign_recipients')
      .set({ status: 'unknown', error: 'The server was stopped while it was sending this email' })
      .where('campaign_id', '=', id)
      .where('status', '=', 'sending')
      .execute()
    return lease
  })
}

/** Renews the lease until the returned function is called. */
export function keepLease(db: Database, id: number, lease: string): () => void {
  const renew = () =>
    db
      .updateTable('campaigns')
      .set({ sender_until: aWhile })
      .where('id', '=', id)
      .where('sender', '=', lease)
      .execute()
      // Without a database the lease expires, but no recipients can be claimed either.
      .catch(() => {})
  const timer = setInterval(renew, (leaseSeconds * 1000) / 3).unref()
  return () => clearInterval(timer)
}

/** If recipients are left, calls `comeAgain` with their due time, at least `rest` ms from now. */
export function giveBackLease(
  db: Database,
  id: number,
  lease: string,
  rest: number,
  comeAgain: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    const campaign = await tx
      .updateTable('campaigns')
      .set({ sender: null, sender_until: null })
      .where('id', '=', id)
      .where('sender', '=', lease)
      .returning(['status', 'subject'])
      .executeTakeFirst()
    const finished = campaign && campaignTransitions[campaign.status].finish
    if (!finished) return
    const { due } = await tx
      .selectFrom('campaign_recipients')
      .select(({ fn }) => fn.min('due_at').as('due'))
      .where('campaign_id', '=', id)
      .where('status', '=', 'queued')
      .executeTakeFirstOrThrow()
    if (due) return comeAgain(tx, new Date(Math.max(due.getTime(), clock.now() + rest)))
    await tx
      .updateTable('campaigns')
      .set({ status: finished, finished_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    const counts = await tx
      .selectFrom('campaign_counts')
      .select(['status', 'count'])
      .where('campaign_id', '=', id)
      .where('count', '>', 0)
      .execute()
    await writeLog(tx, {
      level: counts.some(({ status }) => status === 'failed' || status === 'unknown')
        ? 'warning'
        : 'success',
      source: 'campaign',
      message: 'Campaign finished',
      details: {
        campaign: id,
        subject: campaign.subject,
        ...Object.fromEntries(counts.map(({ status, count }) => [status, count])),
      },
    })
  })
}
