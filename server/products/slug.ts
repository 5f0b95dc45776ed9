import { groupNames } from '#contract/campaigns.ts'
import type { Database } from '#server/kernel/database.ts'

const longest = 60

/** A name as it stands in an address: `Ärger & Co.` is `arger-co`. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  return words || 'product'
}

/** A campaign's recipients are one of these groups or a product's slug. */
const reserved = Object.keys(groupNames)

/**
 * The slug of a new product: its name's. If that is reserved or taken, the first free number is
 * appended.
 */
export async function freeSlug(db: Database, name: string): Promise<string> {
  const slug = slugOf(name)
  const taken = await db
    .selectFrom('products')
    .select('slug')
    .where('slug', 'like', `${slug}%`)
    .execute()
  const slugs = new Set([...reserved, ...taken.map((row) => row.slug)])
  let free = slug
  for (let number = 2; slugs.has(free); number++) free = `${slug}-${number}`
  return free
}
