import type { Database } from '#server/kernel/database.ts'
import { renderMarkdown } from '#server/kernel/markdown.ts'
import { beginningOf, plainText } from './excerpt.ts'
import { readingMinutes } from './reading-time.ts'

const excerptLength = 150
const batch = 50

/** What a list shows of a post. Reading it takes a while: it is kept with the post. */
export function gistOf(content: string) {
  const text = plainText(renderMarkdown(content))
  return { excerpt: beginningOf(text, excerptLength), reading_minutes: readingMinutes(text) }
}

/** Reads the posts that were written before their gist was kept. */
export async function keepGists(db: Database): Promise<void> {
  const posts = await db
    .selectFrom('blog_posts')
    .select(['id', 'content'])
    .where('excerpt', 'is', null)
    .limit(batch)
    .execute()
  for (const { id, content } of posts) {
    await db
      .updateTable('blog_posts')
      .set(gistOf(content))
      .where('id', '=', id)
      .where('content', '=', content)
      .execute()
  }
  if (posts.length === batch) await keepGists(db)
}
