import { sql } from 'kysely'
import { running } from '#server/access/subscriptions/running.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { findRelease } from './list.ts'
import { mailRelease } from './mail.ts'
import { offerOf } from './offer.ts'
import { listPromoted } from './promoted.ts'

type Lot = {
  release: number
  /** The last user of the previous batch. */
  after: number
  most?: number
  /** Queues the batch after that user, in the same transaction. */
  goOn: (tx: Tx, after: number) => Promise<void>
}
type Follower = { uid: number; beta: boolean }

/** Queues the next batch in the same transaction, so that a killed process loses none. */
export function tellOfRelease(
  db: Database,
  sender: Sender,
  { release: id, after, most = 200, goOn }: Lot,
): Promise<void> {
  return transaction(db, async (tx) => {
    const release = await findRelease(tx, id)
    if (!release?.offered) return
    const product = release.product?.id ?? null
    const { rows } = await sql<Follower>`
      select users.id as uid, exists (select from beta_testers where user_id = users.id) as beta
        from release_followers join users on users.id = release_followers.user_id
       where users.id > ${after} and not banned and deleted_at is null and verified_at is not null
         and release_followers.created_at <= (
           select max(promoted_at) from loader_promotions
            where release_id = ${id} and rolled_back_at is null)
         and exists (
           select from subscriptions
            where user_id = users.id and ${running}
              and (${product}::bigint is null or product_id = ${product}))
       order by users.id
       limit ${most}`.execute(tx)
    const promoted = await listPromoted(tx, product)
    for (const follower of rows) {
      if (offerOf(promoted, follower)?.release === id)
        await mailRelease(tx, sender, { release: id, user: follower.uid })
    }
    if (rows.length === most) await goOn(tx, rows.at(-1)!.uid)
  })
}
