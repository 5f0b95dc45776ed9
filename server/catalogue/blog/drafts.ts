import { sql } from 'kysely'
import { postRefusals } from '#contract/catalogue/blog.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { containing } from '#server/kernel/lists/like.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { type ImageRow, pictureOf } from '#server/platform/media/images.ts'

type Wanted = Page & { search?: string | undefined }

/** A page of all posts (drafts first, then by publishing date) and the total number of posts. */
export async function listDrafts(db: Database, { search, ...page }: Wanted) {
  const pattern = containing(search ?? '')
  const matching = db
    .selectFrom('blog_posts')
    .$if(Boolean(search), (query) =>
      query.where((eb) => eb.or([eb('title', 'ilike', pattern), eb('author', 'ilike', pattern)])),
    )
    .select(['id', 'title', 'author', 'published_at', 'created_at', 'updated_at'])
    .orderBy('published_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
  const { rows, total } = await pageOf(matching, page)
  return { posts: rows, total }
}

/** Returns a post for editing, published or not. Throws `unknown_post`. */
export async function getDraft(db: Database, id: number) {
  const row = await db
    .selectFrom('blog_posts')
    .leftJoin('images', 'images.id', 'blog_posts.image_id')
    .select([
      'blog_posts.id',
      'title',
      'content',
      'author',
      'published_at',
      'blog_posts.created_at',
      'updated_at',
      'revision',
    ])
    .select(
      sql<ImageRow | null>`case when images.id is null then null else to_json(images) end`.as(
        'image',
      ),
    )
    .where('blog_posts.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(postRefusals.unknown_post)
  return { ...row, image: row.image && pictureOf(row.image) }
}
