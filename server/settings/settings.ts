import { sql } from 'kysely'
import { setCurrency } from '#contract/currency.ts'
import type { Seller } from '#contract/seller.ts'
import { type Settings, settingNames } from '#contract/settings.ts'
import { readLook } from '#server/brand/look.ts'
import type { Changes } from '#server/kernel/changes.ts'
import type { Config, Look } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { readStandingTexts, type StandingTexts } from '#server/texts/standing.ts'

/** What a running process goes by: the settings of `/admin/settings`, and what is given elsewhere. */
export type Standing = Settings & {
  /** An administrator has opened the shop to visitors. */
  opened: boolean
  /** What the seconds between heartbeats were, until every session has heard of the present ones. */
  former_beats: { seconds: number; until: number } | null
  /** As it was given at `/setup`; null when it was not. */
  shop_name: string | null
  look: Look
  seller: Seller | null
} & StandingTexts

type Named = Pick<Config, 'shopName' | 'namedByEnvironment' | 'siteUrl'>

async function readStanding(db: Database, config: Named): Promise<Standing> {
  const { former_beat_seconds, former_beats_until, ...settings } = await db
    .selectFrom('settings')
    .select([...settingNames, 'shop_name', sql<boolean>`opened_at is not null`.as('opened')])
    .select(['former_beat_seconds', 'former_beats_until'])
    .executeTakeFirstOrThrow()
  const given = config.namedByEnvironment ? null : settings.shop_name
  const seller = sellerOf(settings)
  const facts = { siteUrl: config.siteUrl, shopName: given ?? config.shopName, seller }
  return {
    ...settings,
    former_beats:
      former_beat_seconds && former_beats_until
        ? { seconds: former_beat_seconds, until: former_beats_until.getTime() }
        : null,
    look: await readLook(db),
    seller,
    ...(await readStandingTexts(db, facts)),
  }
}

type SellerFields = Pick<
  Settings,
  'seller_name' | 'seller_address' | 'seller_contact' | 'seller_number'
>

/** Null where nobody gave a name. */
function sellerOf(given: SellerFields): Seller | null {
  if (!given.seller_name) return null
  return {
    name: given.seller_name,
    address: given.seller_address,
    contact: given.seller_contact,
    number: given.seller_number,
  }
}

/** Whether there is an order, whose amounts are in the shop's currency. */
export const currencyFixed = sql<boolean>`exists (select from orders)`

type Saved = Settings & { currency_fixed: boolean; revision: number }

export function getSettings(db: Database): Promise<Saved> {
  return db
    .selectFrom('settings')
    .select([...settingNames, currencyFixed.as('currency_fixed'), 'revision'])
    .executeTakeFirstOrThrow()
}

/**
 * The settings in memory, read again in every process when they change. `onRead` is called once new
 * ones are in force: what was made a moment before may still go by the old.
 */
export async function watchSettings(
  db: Database,
  changes: Changes,
  config: Named,
  onRead: () => void,
): Promise<() => Standing> {
  let current = await readStanding(db, config)
  setCurrency(current.currency)
  let asked = 0
  changes.on(async (topic) => {
    if (topic !== 'settings') return
    asked += 1
    const reading = asked
    const settings = await readStanding(db, config)
    // Of several readings under way the last one began after every change that was told.
    if (reading !== asked) return
    current = settings
    setCurrency(settings.currency)
    onRead()
  })
  return () => current
}
