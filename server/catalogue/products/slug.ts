import { groupNames } from '#contract/people/campaigns.ts'
import type { Database } from '#server/kernel/database/database.ts'

const longest = 60

/** Returns a name in Latin letters, as used in URLs: `Ärger & Боец` becomes `arger-boec`. */
async function slugOf(name: string): Promise<string> {
  // Loaded on demand, because its tables take memory.
  const { transliterate } = await import('transliteration')
  const words = transliterate(name.normalize('NFKC'), { unknown: '' })
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  return words || 'product'
}

/** The recipients of a campaign are one of these groups or a product's slug. */
const reserved = Object.keys(groupNames)

/** If the name's slug is reserved or taken, appends the first free number. */
export async function freeSlug(db: Database, name: string): Promise<string> {
  const slug = await slugOf(name)
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
