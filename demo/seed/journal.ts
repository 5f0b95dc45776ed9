import { summaryOf } from '#server/catalogue/blog/rendered.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { demoModules } from '../modules.ts'
import { demoPosts, textOf } from '../posts.ts'
import { daysAgo } from './days.ts'
import type { Pictures } from './pictures.ts'

/** Creates the blog and the status page. */
export async function seedJournal(tx: Tx, pictures: Pictures, now: Date): Promise<void> {
  await tx
    .insertInto('blog_posts')
    .values(
      // Oldest first, so that ids follow the dates.
      demoPosts.toReversed().map((post) => ({
        title: post.title,
        content: textOf(post.key),
        ...summaryOf(textOf(post.key)),
        author: post.author,
        image_id: pictures.get(post.key) ?? null,
        published_at: daysAgo(now, post.daysAgo),
        created_at: daysAgo(now, post.daysAgo + 1),
        updated_at: daysAgo(now, post.daysAgo),
      })),
    )
    .execute()
  await tx
    .insertInto('modules')
    .values(
      demoModules.map(({ repo, version, status, hoursAgo }, position) => ({
        repo,
        version,
        status,
        position,
        last_updated: daysAgo(now, hoursAgo / 24),
      })),
    )
    .onConflict((conflict) => conflict.column('repo').doNothing())
    .execute()
}
