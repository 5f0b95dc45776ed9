import { fillIn } from '#contract/placeholders.ts'
import type { TextName, TextsOf } from '#contract/text-pages.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Shop } from '#server/shop/shop.ts'
import { type Kept, wholeOf } from './content.ts'
import { defaultsOf, type Used } from './defaults.ts'

/** Texts of which something was published, with the fields in which it differs from the defaults. */
export function selectPublished(db: Database) {
  return db
    .selectFrom('texts')
    .innerJoin('text_versions', (join) =>
      join
        .onRef('text_versions.name', '=', 'texts.name')
        .onRef('text_versions.version', '=', 'texts.version'),
    )
    .select(['texts.name', 'content'])
}

/** Empty where nothing was published. */
export async function readPublished(db: Database, name: TextName): Promise<Kept> {
  const row = await selectPublished(db).where('texts.name', '=', name).executeTakeFirst()
  return (row?.content ?? {}) as Kept
}

/** The texts of a page as visitors read them, their placeholders not filled in yet. */
export async function readTexts<Name extends TextName>(
  { db, ...used }: { db: Database } & Used,
  name: Name,
): Promise<TextsOf<Name>> {
  return wholeOf(name, await readPublished(db, name), defaultsOf(name, used))
}

/** Those of the landing page, which are in memory. */
export function landingTexts(shop: Shop) {
  const texts = wholeOf('landing', shop.settings().landing, defaultsOf('landing', shop))
  return fillIn(texts, { shop: shop.config.shopName })
}

/** The texts of a page with the name of the shop put in. */
export async function getTexts<Name extends TextName>(shop: Shop, name: Name) {
  return fillIn(await readTexts(shop, name), { shop: shop.config.shopName })
}
