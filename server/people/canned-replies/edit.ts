import { cannedReplies, mostReplies } from '#contract/people/canned-replies.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { beginningOf } from '#server/platform/logs/beginning.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'

const columns = ['id', 'name', 'category', 'content', 'revision'] as const

export async function listReplies(db: Database) {
  const found = db.selectFrom('canned_replies').select(columns)
  return { replies: await found.orderBy('name').limit(mostReplies).execute() }
}

/** Throws 409 for a name that exists, and above the limit. */
export function addReply(
  db: Database,
  staff: Staff,
  body: Parsed<typeof cannedReplies.add>['body'],
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'canned replies')
    const { canned_reply_name_taken, too_many_canned_replies } = cannedReplies.add.refusals
    const { count } = await tx
      .selectFrom('canned_replies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostReplies) throw new Refusal(too_many_canned_replies)
    const added = await tx
      .insertInto('canned_replies')
      .values(body)
      .onConflict((name) => name.doNothing())
      .returning(columns)
      .executeTakeFirst()
    if (!added) throw new Refusal(canned_reply_name_taken, { loc: ['body', 'name'] })
    await record(tx, 'canned_reply.added', {
      staff,
      data: { canned_reply: added.id, after: stateOf(added) },
    })
    return added
  })
}

/** Throws 404, 409 for the name of another one, and `changed_meanwhile`. */
export function changeReply(
  db: Database,
  staff: Staff,
  id: number,
  { revision: seen, ...fields }: Parsed<typeof cannedReplies.change>['body'],
) {
  return transaction(db, async (tx) => {
    await waitForLock(tx, 'canned replies')
    const before = await lock(tx, id)
    await refuseStale(tx, staff, { canned_reply: id }, seen, before.revision)
    const other = await tx
      .selectFrom('canned_replies')
      .select('id')
      .where('name', '=', fields.name)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (other)
      throw new Refusal(cannedReplies.change.refusals.canned_reply_name_taken, {
        loc: ['body', 'name'],
      })
    const after = await tx
      .updateTable('canned_replies')
      .set(fields)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    if (after.revision === before.revision) return after
    const { name, revision } = after
    await record(tx, 'canned_reply.changed', {
      staff,
      data: { canned_reply: id, name, revision, ...difference(stateOf(before), stateOf(after)) },
    })
    return after
  })
}

/** Throws 404. */
export function removeReply(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    await tx.deleteFrom('canned_replies').where('id', '=', id).execute()
    await record(tx, 'canned_reply.deleted', {
      staff,
      data: { canned_reply: id, name: before.name, before: stateOf(before) },
    })
    return { deleted: true as const }
  })
}

async function lock(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('canned_replies')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(cannedReplies.change.refusals.unknown_canned_reply)
  return found
}

/** The state for the log. A long text is cut to its beginning. */
const stateOf = ({ name, category, content }: Awaited<ReturnType<typeof lock>>) => ({
  ...{ name, category, content: beginningOf(content) },
  length: content.length,
})
