import { sql } from 'kysely'
import { postRefusals } from '#contract/catalogue/blog.ts'
import { staffBlog } from '#contract/catalogue/staff-blog.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { beginningOf } from '#server/platform/logs/beginning.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { getDraft } from './drafts.ts'
import { keepPost } from './rendered.ts'

type Fields = Omit<Parsed<typeof staffBlog.add>['body'], 'image'>

/** Publishes the post now unless a date is given. Only a draft may lack an image: otherwise 422. */
export function addPost(db: Database, staff: Staff, fields: Fields, imageId: number | undefined) {
  const kept = keepPost(fields.content)
  return transaction(db, async (tx) => {
    const { published_at = sql<Date>`now()`, ...same } = fields
    if (imageId === undefined && published_at !== null) throw imageMissing()
    const { id, ...after } = await tx
      .insertInto('blog_posts')
      .values({ ...same, ...kept, published_at, image_id: imageId ?? null })
      .returning(['id', ...columns])
      .executeTakeFirstOrThrow()
    await record(tx, 'post.added', { staff, data: { post: id, after: stateOf(after) } })
    return getDraft(tx, id)
  })
}

/** Refuses a post without a picture that is not a draft, and an older revision. */
export function changePost(
  db: Database,
  staff: Staff,
  id: number,
  { published_at, revision: seen, ...same }: Fields & { revision?: number | undefined },
  imageId: number | undefined,
) {
  const kept = keepPost(same.content)
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    await refuseStale(tx, staff, { post: id }, seen, before.revision)
    const isDraft = (published_at === undefined ? before.published_at : published_at) === null
    if (imageId === undefined && before.image_id === null && !isDraft) throw imageMissing()
    const after = await tx
      .updateTable('blog_posts')
      .set({
        ...same,
        ...kept,
        ...(published_at !== undefined && { published_at }),
        ...(imageId !== undefined && { image_id: imageId }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    if (after.revision === before.revision) return getDraft(tx, id)
    const { title, revision } = after
    await record(tx, 'post.changed', {
      staff,
      data: { post: id, title, revision, ...difference(stateOf(before), stateOf(after)) },
    })
    return getDraft(tx, id)
  })
}

/** Throws `unknown_post`. */
export function removePost(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    await tx.deleteFrom('blog_posts').where('id', '=', id).execute()
    const { title } = before
    await record(tx, 'post.deleted', { staff, data: { post: id, title, before: stateOf(before) } })
  })
}

const columns = ['title', 'content', 'author', 'published_at', 'image_id', 'revision'] as const

const imageMissing = () =>
  new Refusal(staffBlog.add.refusals.no_featured_image, { loc: ['body', 'image'] })

async function lock(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('blog_posts')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(postRefusals.unknown_post)
  return found
}

/** The state for event log entries. A long text is cut to its beginning. */
function stateOf({ content, image_id, revision, ...row }: Awaited<ReturnType<typeof lock>>) {
  return { ...row, content: beginningOf(content), length: content.length, image: image_id }
}
