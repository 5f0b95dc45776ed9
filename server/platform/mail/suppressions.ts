import type { SuppressionReason } from '#contract/platform/mail-suppressions.ts'
import { mailSuppressions } from '#contract/platform/mail-suppressions.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { containing } from '#server/kernel/lists/like.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { masked } from '#server/platform/users/masked.ts'

type Wanted = Page & {
  search?: string | undefined
  reason?: SuppressionReason | undefined
}

export async function listSuppressions(db: Database, { search, reason, ...page }: Wanted) {
  const matching = db
    .selectFrom('mail_suppressions')
    .$if(Boolean(search), (query) =>
      query.where('email', 'like', containing(search!.toLowerCase())),
    )
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason!))
    .select(['email', 'reason', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('email')
  const { rows, total } = await pageOf(matching, page)
  return { suppressions: rows, total }
}

/** Throws 409 if the address is already on the list. */
export function addSuppression(db: Database, staff: Staff, email: string) {
  return transaction(db, async (tx) => {
    const added = await tx
      .insertInto('mail_suppressions')
      .values({ email, reason: 'staff' })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['email', 'reason', 'created_at'])
      .executeTakeFirst()
    if (!added) throw new Refusal(mailSuppressions.add.refusals.listed_already)
    await record(tx, 'suppression.added', {
      staff,
      userId: await ownerOf(tx, email),
      data: { email: masked(email) },
    })
    return added
  })
}

/** Excludes an address that does not exist from campaigns, and logs this once. */
export async function suppressBounced(db: Database, email: string): Promise<void> {
  await transaction(db, async (tx) => {
    const added = await tx
      .insertInto('mail_suppressions')
      .values({ email: email.toLowerCase(), reason: 'bounced' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('email')
      .executeTakeFirst()
    if (!added) return
    await writeLog(tx, {
      source: 'mail',
      level: 'warning',
      message: 'Address bounced',
      details: { reason: 'bounced' },
      userId: await ownerOf(tx, added.email),
    })
  })
}

/** Throws 404 if the address is not on the list. */
export function removeSuppression(db: Database, staff: Staff, email: string) {
  return transaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('mail_suppressions')
      .where('email', '=', email)
      .returning('reason')
      .executeTakeFirst()
    if (!removed) throw new Refusal(mailSuppressions.remove.refusals.not_listed)
    await record(tx, 'suppression.removed', {
      staff,
      userId: await ownerOf(tx, email),
      data: { email: masked(email), reason: removed.reason },
    })
  })
}

async function ownerOf(db: Database, email: string) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email)
    .executeTakeFirst()
  return user?.id
}
