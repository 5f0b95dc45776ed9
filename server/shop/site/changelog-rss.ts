import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { getChangelog } from '#server/licensing/releases/changelog.ts'
import { absolute, feedOf } from './feed.ts'
import { xml } from './xml.ts'

/** The changelog of a product as RSS, with its full text. Throws `unknown_product`. */
export async function changelogRss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
  productId: number,
): Promise<string> {
  const { product, entries } = await getChangelog(db, productId)
  const page = `${siteUrl}/product/${product.id}/changelog`
  return feedOf({
    title: `${product.name}: changelog`,
    description: `What changed in ${product.name} at ${shopName}`,
    page,
    items: entries.map(({ id, version, channel, published_at, notes_html }) => {
      const title = `${product.name} ${version}${channel === 'beta' ? ' (beta)' : ''}`
      return [
        `<title>${xml(title)}</title>`,
        `<link>${xml(page)}#release-${id}</link>`,
        `<guid isPermaLink="false">${xml(page)}#release-${id}</guid>`,
        `<pubDate>${published_at.toUTCString()}</pubDate>`,
        `<description>${xml(absolute(notes_html, siteUrl))}</description>`,
      ]
    }),
  })
}
