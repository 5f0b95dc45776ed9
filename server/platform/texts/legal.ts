import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LegalName } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { sectionsOf } from './sections.ts'
import { readTexts } from './texts.ts'

export async function getLegal(shop: PlatformShop, name: LegalName) {
  const { body } = await readTexts(shop, name)
  const filled = fillIn(body, legalValues(shop.config))
  return {
    ...(await legalVersionOf(shop.db, name, filled)),
    ...shown(shop, name, filled),
    current: true,
  }
}

/** Returns a current or former version. Throws `unknown_legal_version`. */
export async function getLegalVersion(shop: PlatformShop, name: LegalName, version: number) {
  const [now, found] = await Promise.all([
    getLegal(shop, name),
    shop.db
      .selectFrom('legal_versions')
      .select(['version', 'since', 'body'])
      .where('name', '=', name)
      // A number too large for the column is handled like any unknown version.
      .where('version', '=', sql<number>`${version}::bigint`)
      .executeTakeFirst(),
  ])
  if (!found) throw new Refusal(texts.legalVersion.refusals.unknown_legal_version)
  const { body, ...same } = found
  return { ...same, ...shown(shop, name, body), current: now.version === version }
}

export function shown({ config }: Pick<PlatformShop, 'config'>, name: LegalName, body: string) {
  return { name, sections: sectionsOf(body), seller: config.seller }
}

type Facts = Pick<Config, 'shopName' | 'siteUrl' | 'seller'>

/** Returns the values of placeholders. Without a seller, the shop itself is the seller. */
export function legalValues({ shopName, siteUrl, seller }: Facts) {
  return {
    shop: shopName,
    site: siteUrl,
    seller: seller?.name ?? shopName,
    address: seller?.address.split('\n').join(', ') ?? '',
    contact: seller?.contact || 'our support',
  }
}

/** Returns the permanent version number of a text, which it receives when it is first shown. */
export async function legalVersionOf(db: Database, name: LegalName, body: string) {
  const hash = createHash('sha256').update(body).digest()
  const find = (from: Database) =>
    from
      .selectFrom('legal_versions')
      .select(['version', 'since'])
      .where('name', '=', name)
      .where('hash', '=', hash)
      .executeTakeFirst()
  return (
    (await find(db)) ??
    transaction(db, async (tx) => {
      // Serialise this, because two processes can meet a new text at the same time.
      await waitForLock(tx, 'texts.legal_versions')
      const found = await find(tx)
      if (found) return found
      return tx
        .insertInto('legal_versions')
        .values(({ selectFrom }) => ({
          name,
          body,
          hash,
          version: selectFrom('legal_versions as former')
            .select(sql<number>`coalesce(max(former.version), 0) + 1`.as('version'))
            .where('former.name', '=', name),
        }))
        .returning(['version', 'since'])
        .executeTakeFirstOrThrow()
    })
  )
}
