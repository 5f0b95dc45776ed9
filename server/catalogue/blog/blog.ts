import { sql } from 'kysely'
import { blog as contract, postRefusals } from '#contract/catalogue/blog.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { addHeadingIds } from '#server/platform/media/heading-ids.ts'
import type { ImageRow } from '#server/platform/media/images.ts'
import { pictureOf } from '#server/platform/media/images.ts'
import { htmlOf } from '#server/platform/media/kept-html.ts'
import { renderMarkdown } from '#server/platform/media/markdown.ts'
import { summaryOf } from './rendered.ts'

const most = 500

function selectPublished(db: Database) {
  return db
    .selectFrom('blog_posts')
    .leftJoin('images', 'images.id', 'blog_posts.image_id')
    .select([
      'blog_posts.id',
      'blog_posts.title',
      'blog_posts.author',
      'blog_posts.published_at',
      'blog_posts.updated_at',
      'images.hash',
      'images.width',
      'images.height',
      'images.color',
      'images.widths',
      'excerpt',
      'reading_minutes',
    ])
    .select(sql<string | null>`case when excerpt is null then content end`.as('unread'))
    .where('published_at', '<=', sql<Date>`now()`)
    .orderBy('published_at', 'desc')
    .orderBy('blog_posts.id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPublished>['executeTakeFirstOrThrow']>>

function present({ published_at, hash, width, height, color, widths, ...row }: Row) {
  const { unread, excerpt, reading_minutes, ...same } = row
  const image = hash ? pictureOf({ hash, width, height, color, widths } as ImageRow) : null
  const summary = unread === null ? null : summaryOf(renderMarkdown(unread))
  return {
    ...same,
    image,
    imageUrl: image?.src ?? null,
    excerpt: summary?.excerpt ?? excerpt!,
    reading_minutes: summary?.reading_minutes ?? reading_minutes!,
    created_at: published_at!,
  }
}

/** Includes the fields that only the post's own page shows. */
function presentWhole({ content, html, rendered_from, ...row }: Whole) {
  return {
    ...present(row),
    content,
    content_html: addHeadingIds(htmlOf(content, { html, rendered_from })),
  }
}

const whole = ['content', 'html', 'rendered_from'] as const
type Whole = Row & { content: string; html: string | null; rendered_from: Buffer | null }

export async function listPosts(db: Database) {
  const rows = await selectPublished(db).limit(most).execute()
  return rows.map(present)
}

export async function listWholePosts(db: Database, limit: number) {
  const rows = await selectPublished(db).select(whole).limit(limit).execute()
  return rows.map(presentWhole)
}

/** Throws `no_posts`. */
export async function getLatestPost(db: Database) {
  const row = await selectPublished(db).select(whole).limit(1).executeTakeFirst()
  if (!row) throw new Refusal(contract.latest.refusals.no_posts)
  return presentWhole(row)
}

/** Returns a published post. Throws `unknown_post`. */
export async function getPost(db: Database, id: number) {
  const row = await selectPublished(db)
    .select(whole)
    .where('blog_posts.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(postRefusals.unknown_post)
  return presentWhole(row)
}
