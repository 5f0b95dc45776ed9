import type { BrandState } from '#contract/platform/brand.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { type ImageRow, pictureOf } from '#server/platform/media/images.ts'
import { accentOrOwn, logoOf } from './look.ts'
import { publicBrand } from './public-brand.ts'

/** Reads from the database, so that every process returns the same values. */
export async function getBrand(db: Database, config: Config): Promise<BrandState> {
  const row = await readBrand(db)
  const shopName = config.namedByEnvironment ? config.shopName : (row.shop_name ?? config.shopName)
  const colours = await accentOrOwn(row.accent)
  return {
    shop_name: shopName,
    name_from_environment: config.namedByEnvironment,
    accent: row.accent,
    colours,
    shown: publicBrand({ shopName, look: { accent: colours, logo: logoOf(row) } }),
    hero: heroOf(row),
    hero_alt: row.hero_alt,
    revision: row.revision,
  }
}

/** The picture that the landing page shows instead of the built-in drawing. */
export async function getHero(db: Database) {
  const row = await readBrand(db)
  return { picture: heroOf(row), alt: row.hero_alt }
}

export function readBrand(db: Database) {
  return db
    .selectFrom('brand')
    .innerJoin('settings', 'settings.only_row', 'brand.only_row')
    .leftJoin('images', 'images.id', 'hero_image_id')
    .select(['settings.shop_name', 'accent', 'logo_hash', 'logo_type', 'logo_width', 'logo_height'])
    .select(['hero_image_id', 'hero_alt', 'brand.revision'])
    .select(['images.hash', 'images.width', 'images.height', 'images.color', 'images.widths'])
    .executeTakeFirstOrThrow()
}

type HeroRow = { [column in keyof ImageRow]: ImageRow[column] | null }

const heroOf = ({ hash, width, height, color, widths }: HeroRow) =>
  hash === null
    ? null
    : pictureOf({ hash, width: width!, height: height!, color: color!, widths: widths! })
