import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { getChangelog } from '#server/releases/changelog.ts'
import { absolute } from './rss.ts'
import { xml } from './xml.ts'

/** The changelog of a product as RSS 2.0, whole. Throws `unknown_product`. */
export async function changelogRss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
  productId: number,
): Promise<string> {
  const { product, entries } = await getChangelog(db, productId)
  const page = `${siteUrl}/product/${product.id}/changelog`
  const items = entries.map(({ id, version, channel, published_at, notes_html }) => {
    const title = `${product.name} ${version}${channel === 'beta' ? ' (beta)' : ''}`
    return [
      '<item>',
      `<title>${xml(title)}</title>`,
      `<link>${xml(page)}#release-${id}</link>`,
      `<guid isPermaLink="false">${xml(page)}#release-${id}</guid>`,
      `<pubDate>${published_at.toUTCString()}</pubDate>`,
      `<description>${xml(absolute(notes_html, siteUrl))}</description>`,
      '</item>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${xml(`${product.name}: changelog`)}</title>`,
    `<link>${xml(page)}</link>`,
    `<description>${xml(`What changed in ${product.name} at ${shopName}`)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xml(page)}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
