import { sql } from 'kysely'
import type { brand } from '#contract/platform/brand.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { requireDrawable } from '#server/platform/media/drawable.ts'
import { storeUpload } from '#server/platform/media/uploaded-image.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { getBrand, readBrand } from './brand.ts'
import { storeLogo } from './logo.ts'

type Wanted = Parsed<typeof brand.change>['body']

/** Refuses invalid pictures first. Throws `changed_meanwhile` for an older revision. */
export async function changeBrand(
  { db, storage, config }: Pick<PlatformShop, 'db' | 'storage' | 'config'>,
  staff: Staff,
  { revision: seen, shop_name, logo, hero, ...same }: Wanted,
) {
  await requireDrawable({ shop_name })
  // Checked before anything is stored, because nothing would use the files of a refused save.
  await transaction(db, async (tx) => {
    await refuseStale(tx, staff, edited, seen, (await readBrand(tx)).revision)
  })
  const kept = logo && (await storeLogo(storage, logo))
  const heroId = hero
    ? await storeUpload(db, storage, hero, 'hero')
    : hero === null
      ? null
      : undefined
  return transaction(db, async (tx) => {
    // Locks the settings first, as other code that changes the shop's name does.
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    const before = await readBrand(tx)
    await refuseStale(tx, staff, edited, seen, before.revision)
    if (shop_name !== undefined) await nameShop(tx, shop_name)
    const none = { logo_hash: null, logo_type: null, logo_width: null, logo_height: null }
    await tx
      .updateTable('brand')
      .set({
        ...same,
        ...(logo === null && none),
        ...(kept && {
          logo_hash: kept.hash,
          logo_type: kept.type,
          logo_width: kept.width,
          logo_height: kept.height,
        }),
        ...(heroId !== undefined && { hero_image_id: heroId }),
        updated_at: sql`now()`,
      })
      .execute()
    await countOnce(tx, before.revision)
    const after = await readBrand(tx)
    if (after.revision !== before.revision) {
      await record(tx, 'brand.changed', {
        staff,
        data: {
          ...edited,
          revision: after.revision,
          ...difference(logged(before), logged(after)),
        },
      })
    }
    return getBrand(tx, config)
  })
}

const edited = { brand: 'shop' } as const

async function nameShop(tx: Tx, shop_name: string) {
  await tx
    .updateTable('settings')
    .set({ shop_name, updated_at: sql`now()` })
    .where('shop_name', 'is distinct from', shop_name)
    .execute()
}

/** Name and look each raise the revision, but one save has one log entry. */
async function countOnce(tx: Tx, before: number) {
  await tx
    .updateTable('brand')
    .set({ revision: before + 1 })
    .where('revision', '>', before)
    .execute()
}

type Row = Awaited<ReturnType<typeof readBrand>>

const logged = ({ shop_name, accent, logo_hash, hero_image_id, hero_alt }: Row) => ({
  shop_name,
  accent,
  logo: logo_hash,
  hero: hero_image_id,
  hero_alt,
})
