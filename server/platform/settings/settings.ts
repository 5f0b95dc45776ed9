import { sql } from 'kysely'
import type { Seller } from '#contract/platform/seller.ts'
import { type Settings, settingNames } from '#contract/platform/settings.ts'
import { setCurrency } from '#contract/wire/currency.ts'
import type { Changes, Topic } from '#server/kernel/cache/changes.ts'
import type { Config, Look } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { readLook } from '#server/platform/brand/look.ts'
import { readStandingTexts, type StandingTexts } from '#server/platform/texts/standing.ts'

/** The settings of a running process: those of `/admin/settings` and those from other sources. */
export type Standing = Settings & {
  opened: boolean
  /** The former heartbeat interval, until every session has received the current one. */
  former_beats: { seconds: number; until: number } | null
  /** The name entered at `/setup`. Null if none was. */
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

function sellerOf(given: SellerFields): Seller | null {
  if (!given.seller_name) return null
  return {
    name: given.seller_name,
    address: given.seller_address,
    contact: given.seller_contact,
    number: given.seller_number,
  }
}

/** Order amounts are in the shop's currency, so it can no longer change. */
export const currencyFixed = sql<boolean>`exists (select from orders)`

type Saved = Settings & { currency_fixed: boolean; revision: number }

export function getSettings(db: Database): Promise<Saved> {
  return db
    .selectFrom('settings')
    .select([...settingNames, currencyFixed.as('currency_fixed'), 'revision'])
    .executeTakeFirstOrThrow()
}

/** Reads again after a change, then calls `onRead`: earlier results may use the old settings. */
export async function watchSettings(
  db: Database,
  changes: Changes,
  config: Named,
  onRead: (topic: Topic) => void,
): Promise<() => Standing> {
  let current = await readStanding(db, config)
  setCurrency(current.currency)
  let asked = 0
  const unread = new Set<Topic>()
  changes.on(async (topic) => {
    if (topic !== 'settings' && topic !== 'texts') return
    unread.add(topic)
    asked += 1
    const reading = asked
    const settings = await readStanding(db, config)
    // The last of several overlapping reads started after every notified change.
    if (reading !== asked) return
    current = settings
    setCurrency(settings.currency)
    for (const each of unread) onRead(each)
    unread.clear()
  })
  return () => current
}
