import { type PageName, type TextsOf, textPages } from '#contract/platform/text-pages.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { type Kept, wholeOf } from './content.ts'
import { defaultsOf, type Used } from './defaults.ts'

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

/** Returns an empty object if nothing was published. */
export async function readPublished(db: Database, name: PageName): Promise<Kept> {
  const row = await selectPublished(db).where('texts.name', '=', name).executeTakeFirst()
  return (row?.content ?? {}) as Kept
}

/** Returns the texts of a page as visitors read them, before placeholders are filled in. */
export async function readTexts<Name extends PageName>(
  { db, ...used }: { db: Database } & Used,
  name: Name,
): Promise<TextsOf<Name>> {
  return wholeOf(textPages[name], await readPublished(db, name), defaultsOf(name, used))
}

export function landingTexts(shop: PlatformShop) {
  const texts = wholeOf(textPages.landing, shop.settings().landing, defaultsOf('landing', shop))
  return fillIn(texts, { shop: shop.config.shopName })
}

export async function getTexts<Name extends PageName>(shop: PlatformShop, name: Name) {
  return fillIn(await readTexts(shop, name), { shop: shop.config.shopName })
}
