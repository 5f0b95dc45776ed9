import type { Database } from '#server/kernel/database.ts'
import { isOutdated, keepRendered, keepWritten } from '#server/media/kept-html.ts'
import { beginningOf, plainText } from './excerpt.ts'
import { readingMinutes } from './reading-time.ts'

const excerptLength = 150
const batch = 50

/** What a list shows of a post with this HTML. Reading it takes a while: it is kept with the post. */
export function summaryOf(html: string) {
  const text = plainText(html)
  return { excerpt: beginningOf(text, excerptLength), reading_minutes: readingMinutes(text) }
}

/** What is kept of a post that somebody writes just now, beside its text. */
export function keepPost(content: string) {
  const kept = keepWritten(content, 'content')
  return { ...kept, ...summaryOf(kept.html) }
}

/** Renders and reads the posts that were written elsewhere, or before the renderer changed. */
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
