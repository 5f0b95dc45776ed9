import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import { noFeaturedImage, type posts } from '#contract/posts.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { postNotFound, readDraft } from './drafts.ts'

type Fields = Omit<Parsed<typeof posts.add>['body'], 'image'>

/**
 * Adds a post, out now unless it says when. `imageId` is a picture that is kept already; without
 * one it is refused with 422.
 */
export function addPost(db: Database, staff: Staff, fields: Fields, imageId: number | undefined) {
  return transaction(db, async (tx) => {
    if (imageId === undefined) throw imageMissing()
    const { published_at = sql<Date>`now()`, ...same } = fields
    const { id, ...after } = await tx
      .insertInto('blog_posts')
      .values({ ...same, published_at, image_id: imageId })
      .returning(['id', ...columns])
      .executeTakeFirstOrThrow()
    await logStaffAction(tx, staff, {
      message: 'Post added',
      about: { post: id },
      after: logged(after),
    })
    return readDraft(tx, id)
  })
}

/** Changes a post. Throws 404 'Post not found', and 422 when it has no picture and gets none. */
export function changePost(
  db: Database,
  staff: Staff,
  id: number,
  { published_at, ...same }: Fields,
  imageId: number | undefined,
) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    if (imageId === undefined && before.image_id === null) throw imageMissing()
    const after = await tx
      .updateTable('blog_posts')
      .set({
        ...same,
        ...(published_at !== undefined && { published_at }),
        ...(imageId !== undefined && { image_id: imageId }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    await logStaffAction(tx, staff, {
      message: 'Post changed',
      about: { post: id, title: after.title },
      before: logged(before),
      after: logged(after),
    })
    return readDraft(tx, id)
  })
}

/** Throws 404 'Post not found'. */
export function removePost(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    await tx.deleteFrom('blog_posts').where('id', '=', id).execute()
    await logStaffAction(tx, staff, {
      message: 'Post deleted',
      about: { post: id, title: before.title },
      before: logged(before),
    })
  })
}

const columns = ['title', 'content', 'author', 'published_at', 'image_id'] as const

const imageMissing = () => new Refusal(422, noFeaturedImage, ['body', 'image'])

async function lock(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('blog_posts')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw postNotFound()
  return found
}

/** As the log tells it, a long text by its beginning. */
function logged({ content, image_id, ...row }: Awaited<ReturnType<typeof lock>>) {
  return { ...row, content: content.slice(0, 2000), length: content.length, image: image_id }
}
