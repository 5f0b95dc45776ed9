import type { Database } from '#server/kernel/database/database.ts'
import { isOutdated, keepRendered, keepWritten } from '#server/platform/media/kept-html.ts'
import { beginningOf, plainText } from './excerpt.ts'
import { readingMinutes } from './reading-time.ts'

const excerptLength = 150
const batch = 50

/** The computation is slow, so the result is stored with the post. */
export function summaryOf(html: string) {
  const text = plainText(html)
  return { excerpt: beginningOf(text, excerptLength), reading_minutes: readingMinutes(text) }
}

export function keepPost(content: string) {
  const kept = keepWritten(content, 'content')
  return { ...kept, ...summaryOf(kept.html) }
}

/** Renders the posts that were inserted without rendered HTML, or rendered by an older renderer. */
export async function renderPosts(db: Database): Promise<void> {
  const posts = await db
    .selectFrom('blog_posts')
    .select(['id', 'content'])
    .where(({ or, eb }) => or([eb('excerpt', 'is', null), isOutdated('content')]))
    .limit(batch)
    .execute()
  for (const { id, content } of posts) {
    const kept = keepRendered(content)
    await db
      .updateTable('blog_posts')
      .set({ ...kept, ...summaryOf(kept.html) })
      .where('id', '=', id)
      .where('content', '=', content)
      .execute()
  }
  if (posts.length === batch) await renderPosts(db)
}
