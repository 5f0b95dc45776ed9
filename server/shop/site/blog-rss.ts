import { listWholePosts } from '#server/catalogue/blog/blog.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { absolute, feedOf } from './feed.ts'
import { xml } from './xml.ts'

const most = 30

export async function blogRss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
): Promise<string> {
  const posts = await listWholePosts(db, most)
  return feedOf({
    title: `${shopName} Blog`,
    description: `News from ${shopName}`,
    page: `${siteUrl}/blog`,
    items: posts.map((post) => {
      const link = `${siteUrl}/blogs/${post.id}`
      return [
        `<title>${xml(post.title)}</title>`,
        `<link>${xml(link)}</link>`,
        `<guid isPermaLink="true">${xml(link)}</guid>`,
        `<pubDate>${post.created_at.toUTCString()}</pubDate>`,
        `<dc:creator>${xml(post.author)}</dc:creator>`,
        `<description>${xml(post.excerpt)}</description>`,
        `<content:encoded>${xml(absolute(post.content_html, siteUrl))}</content:encoded>`,
      ]
    }),
  })
}
