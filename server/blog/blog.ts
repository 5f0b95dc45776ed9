import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { ImageRow } from '#server/kernel/images.ts'
import { pictureOf } from '#server/kernel/images.ts'
import { renderMarkdown } from '#server/kernel/markdown.ts'
import { beginningOf, plainText } from './excerpt.ts'
import { readingMinutes } from './reading-time.ts'

const most = 500
const excerptLength = 150

function selectPublished(db: Database) {
  return db
    .selectFrom('blog_posts')
    .leftJoin('images', 'images.id', 'blog_posts.image_id')
    .select([
      'blog_posts.id',
      'blog_posts.title',
      'blog_posts.content',
      'blog_posts.author',
      'blog_posts.published_at',
      'blog_posts.updated_at',
      'images.hash',
      'images.width',
      'images.height',
      'images.color',
      'images.widths',
    ])
    .where('published_at', '<=', sql<Date>`now()`)
    .orderBy('published_at', 'desc')
    .orderBy('blog_posts.id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPublished>['executeTakeFirstOrThrow']>>

function present({ published_at, hash, width, height, color, widths, ...row }: Row) {
  const image = hash ? pictureOf({ hash, width, height, color, widths } as ImageRow) : null
  const content_html = renderMarkdown(row.content)
  const text = plainText(content_html)
  return {
    ...row,
    image,
    imageUrl: image?.src ?? null,
    content_html,
    excerpt: beginningOf(text, excerptLength),
    reading_minutes: readingMinutes(text),
    created_at: published_at!,
  }
}

/** The posts that are out, newest first. */
export async function listPosts(db: Database, limit = most) {
  const rows = await selectPublished(db).limit(limit).execute()
  return rows.map(present)
}

/** Throws 404 'There are no posts yet'. */
export async function readLatestPost(db: Database) {
  const row = await selectPublished(db).limit(1).executeTakeFirst()
  if (!row) throw new Refusal(404, 'There are no posts yet')
  return present(row)
}

/** A post that is out. Throws 404 'Post not found'. */
export async function readPost(db: Database, id: number) {
  const row = await selectPublished(db).where('blog_posts.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(404, 'Post not found')
  return present(row)
}
