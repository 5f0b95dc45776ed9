import { listWholePosts } from '#server/blog/blog.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { xml } from './xml.ts'

const most = 30

/** The newest posts as RSS 2.0, whole. */
export async function rss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
): Promise<string> {
  const posts = await listWholePosts(db, most)
  const items = posts.map((post) => {
    const link = `${siteUrl}/blogs/${post.id}`
    return [
      '<item>',
      `<title>${xml(post.title)}</title>`,
      `<link>${xml(link)}</link>`,
      `<guid isPermaLink="true">${xml(link)}</guid>`,
      `<pubDate>${post.created_at.toUTCString()}</pubDate>`,
      `<dc:creator>${xml(post.author)}</dc:creator>`,
      `<description>${xml(post.excerpt)}</description>`,
      `<content:encoded>${xml(absolute(post.content_html, siteUrl))}</content:encoded>`,
      '</item>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    `<title>${xml(shopName)} Blog</title>`,
    `<link>${xml(siteUrl)}/blog</link>`,
    `<description>News from ${xml(shopName)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xml(siteUrl)}/blog/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

/** A reader shows the text elsewhere: links within the site must say where that is. */
export function absolute(html: string, siteUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${siteUrl}/`)
}
