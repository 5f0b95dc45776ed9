import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { xml } from './xml.ts'

const pages = ['/', '/store', '/blog', '/faq', '/status', '/terms', '/refunds', '/privacy']
/** The protocol allows 50,000 URLs per file. */
const mostPosts = 45_000
const mostProducts = 4_000

/** Without unlisted products and unpublished posts. */
export async function sitemap(db: Database, siteUrl: string): Promise<string> {
  const [products, posts] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'updated_at'])
      .where('hidden', '=', false)
      .orderBy('position')
      .orderBy('id')
      .limit(mostProducts)
      .execute(),
    db
      .selectFrom('blog_posts')
      .select(['id', sql<Date>`greatest(updated_at, published_at)`.as('updated_at')])
      .where('published_at', '<=', sql<Date>`now()`)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostPosts)
      .execute(),
  ])
  const entry = (path: string, changed?: Date) =>
    `<url><loc>${xml(siteUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((path) => entry(path)),
    ...products.map(({ id, updated_at }) => entry(`/product/${id}`, updated_at)),
    ...posts.map(({ id, updated_at }) => entry(`/blogs/${id}`, updated_at)),
    '</urlset>',
    '',
  ].join('\n')
}
