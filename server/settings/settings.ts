import { sql } from 'kysely'
import { type Currency, setCurrency } from '#contract/currency.ts'
import type { Seller } from '#contract/seller.ts'
import type { CryptoName } from '#server/adapters/payments/crypto-provider.ts'
import { readLook } from '#server/brand/look.ts'
import type { Changes } from '#server/kernel/changes.ts'
import type { Config, Look } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { readStandingTexts, type StandingTexts } from '#server/texts/standing.ts'

export type Settings = {
  /** Who sells; empty when nobody said. */
  seller_name: string
  seller_address: string
  seller_contact: string
  seller_number: string
  /** By which VIES is asked about companies; empty: none of them owes the tax itself. */
  seller_vat_id: string
  /** Whether documents speak of tax, and what they say of it in a small business. */
  tax_mode: 'off' | 'small_business' | 'table'
  tax_sentence: string
  /** From which day on a country has another rate than the standard one. */
  tax_rates: string[]
  /** What it sells in. */
  currency: Currency
  /** In which days and times are told; null when nobody chose: UTC. */
  time_zone: string | null
  maintenance_mode: boolean
  registration_disabled: boolean
  registration_by_referral: boolean
  /** How often one referral code may be used; 0 means no limit. */
  referral_code_uses: number
  /** What support may give back of an order, and for how many days after its payment. */
  support_refund_dollars: number
  support_refund_days: number
  /** What happens to the time of a disputed payment until the bank decides. */
  dispute_opening: 'freeze' | 'revoke' | 'leave'
  /** Up to how much is given back when a bank warns of fraud; 0: never. */
  fraud_refund_dollars: number
  /** How many days of time one of support may give in 24 hours. */
  support_time_days: number
  pause_days: number
  /** How the switch at the checkout stands before anybody touches it. */
  renew_by_default: boolean
  /** How long before the end of the time a renewal is charged, in hours. */
  renewal_lead_hours: number
  /** How many days after a payment failed it is tried again, given up, and time is lent meanwhile. */
  renewal_retry_days: number[]
  renewal_give_up_days: number
  renewal_grace_days: number
  /** After how many months entries of the log go; null: never. */
  log_months: number | null
  /** When a backup is made every day, `02:30` in UTC; null: never. */
  backup_at: string | null
  backup_keep: number
  /** Who is given a coin that several take. */
  first_crypto: CryptoName
  /** What may be missing of an order in crypto, in percent and at most one of its currency. */
  underpaid_percent: number
  /** How many days after a release a customer may release another computer, and how many in 30. */
  release_days: number
  releases_a_month: number
  /** From how many infractions on a customer plays no more until staff have looked; 0: never. */
  suspend_infractions: number
  /** On how many computers a day one build raises no alert. */
  share_devices: number
  /** How often a running loader tells so, in seconds. */
  beat_seconds: number
  /** The oldest version of the loader that may run; empty: any. */
  loader_minimum: string
}

/** What a running process goes by: the settings of `/admin/settings`, and what is given elsewhere. */
export type Standing = Settings & {
  /** An administrator has opened the shop to visitors. */
  opened: boolean
  /** As it was given at `/setup`; null when it was not. */
  shop_name: string | null
  look: Look
  seller: Seller | null
} & StandingTexts

type Named = Pick<Config, 'shopName' | 'namedByEnvironment' | 'siteUrl'>

async function readStanding(db: Database, config: Named): Promise<Standing> {
  const settings = await db
    .selectFrom('settings')
    .select([...names, 'shop_name', sql<boolean>`opened_at is not null`.as('opened')])
    .executeTakeFirstOrThrow()
  const given = config.namedByEnvironment ? null : settings.shop_name
  const seller = sellerOf(settings)
  const facts = { siteUrl: config.siteUrl, shopName: given ?? config.shopName, seller }
  return {
    ...settings,
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

const names = [
  'seller_name',
  'seller_address',
  'seller_contact',
  'seller_number',
  'seller_vat_id',
  'tax_mode',
  'tax_sentence',
  'tax_rates',
  'currency',
  'time_zone',
  'maintenance_mode',
  'registration_disabled',
  'registration_by_referral',
  'referral_code_uses',
  'support_refund_dollars',
  'support_refund_days',
  'dispute_opening',
  'fraud_refund_dollars',
  'support_time_days',
  'pause_days',
  'renew_by_default',
  'renewal_lead_hours',
  'renewal_retry_days',
  'renewal_give_up_days',
  'renewal_grace_days',
  'log_months',
  'backup_at',
  'backup_keep',
  'first_crypto',
  'underpaid_percent',
  'release_days',
  'releases_a_month',
  'suspend_infractions',
  'share_devices',
  'beat_seconds',
  'loader_minimum',
] as const

/** Whether there is an order, whose amounts are in the shop's currency. */
export const currencyFixed = sql<boolean>`exists (select from orders)`

type Saved = Settings & { currency_fixed: boolean; revision: number }

export function getSettings(db: Database): Promise<Saved> {
  return db
    .selectFrom('settings')
    .select([...names, currencyFixed.as('currency_fixed'), 'revision'])
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
