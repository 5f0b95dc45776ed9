import type { MissingPart } from '#contract/shop/setup.ts'
import { closedBy } from '#server/kernel/http/closed.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { readBackupState } from '#server/platform/backups/state.ts'
import { hasFactor } from '#server/platform/sessions/factor-codes.ts'
import type { Shop } from '#server/shop/shop.ts'
import { areTextsAccepted } from './accepted-texts.ts'

/** The parts that most prevent customers from buying come first. */
export async function listMissing(shop: Shop, userId: number): Promise<MissingPart[]> {
  const { db, card, crypto, mail, discord, config } = shop
  const [product, release, backup, factor, accepted, chosen] = await Promise.all([
    db.selectFrom('products').select('id').where('disabled', '=', false).limit(1).execute(),
    listPromoted(db, null),
    readBackupState(db),
    hasFactor(db, userId),
    areTextsAccepted(db),
    db
      .selectFrom('settings')
      .select(['tax_chosen_at', 'renewing_chosen_at'])
      .executeTakeFirstOrThrow(),
  ])
  const there: Record<MissingPart, boolean> = {
    opening: closedBy(shop) !== 'not_open',
    https: config.secureContext,
    product: product.length > 0,
    cards: card !== null,
    // With test keys, anyone could buy with a public test card number.
    live_cards: !card?.publishableKey.startsWith('pk_test_'),
    crypto: Object.values(crypto).some((provider) => provider !== null),
    mail: mail !== null,
    release: release.some(({ channel }) => channel === 'stable'),
    discord: discord !== null,
    seller: Boolean(shop.settings().seller?.address),
    texts: accepted,
    tax: chosen.tax_chosen_at !== null,
    renewing: chosen.renewing_chosen_at !== null,
    backup: backup.made_at !== null || (backup.at !== null && config.backupTo !== null),
    second_factor: factor,
  }
  const parts = (Object.keys(there) as MissingPart[]).filter((part) => !there[part])
  return config.sandbox ? parts.filter((part) => !ofRealShops.includes(part)) : parts
}

/** Test mode sells nothing and retains nothing, and its passwords are public. */
const ofRealShops: readonly MissingPart[] = [
  'live_cards',
  'seller',
  'texts',
  'tax',
  'renewing',
  'backup',
  'second_factor',
]
