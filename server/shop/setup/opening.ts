import { sql } from 'kysely'
import { setup } from '#contract/shop/setup.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { currencyFixed } from '#server/platform/settings/settings.ts'
import { areTextsAccepted } from './accepted-texts.ts'

/** Returns the state of the setup from the database, so that it is the same in every process. */
export async function readSetup(db: Database, config: Config) {
  const { shop_name, opened_at, ...chosen } = await db
    .selectFrom('settings')
    .select(['shop_name', 'currency', 'time_zone', 'opened_at', 'tax_mode', 'renew_by_default'])
    .select('backup_at')
    .select([
      sql<boolean>`tax_chosen_at is not null`.as('tax_chosen'),
      sql<boolean>`renewing_chosen_at is not null`.as('renewing_chosen'),
      sql<boolean>`currency_chosen_at is not null`.as('currency_chosen'),
      currencyFixed.as('currency_fixed'),
    ])
    .executeTakeFirstOrThrow()
  return {
    revision: await readBrandRevision(db),
    shop_name: config.namedByEnvironment ? config.shopName : (shop_name ?? config.shopName),
    named: config.namedByEnvironment || shop_name !== null,
    name_from_environment: config.namedByEnvironment,
    ...chosen,
    backup_place: config.backupTo !== null,
    site_url: config.siteUrl,
    opened_at,
    test_mode: config.sandbox !== null,
  }
}

async function readBrandRevision(db: Database): Promise<number> {
  const { revision } = await db.selectFrom('brand').select('revision').executeTakeFirstOrThrow()
  return revision
}

/** Refuses in test mode, if the environment sets the name, and for an older revision. */
export function nameShop(
  db: Database,
  config: Config,
  staff: Staff,
  { shop_name, revision: seen }: Parsed<typeof setup.change>['body'],
) {
  refuseTestMode(config)
  return transaction(db, async (tx) => {
    const before = await tx
      .selectFrom('settings')
      .select('shop_name')
      .forUpdate()
      .executeTakeFirstOrThrow()
    await refuseStale(tx, staff, edited, seen, await readBrandRevision(tx))
    if (before.shop_name === shop_name) return
    await tx.updateTable('settings').set({ shop_name, updated_at: sql`now()` }).execute()
    const revision = await readBrandRevision(tx)
    const data = { ...edited, revision, before, after: { shop_name } }
    await record(tx, 'shop.named', { staff, data })
  })
}

const edited = { brand: 'shop' } as const

/**
 * Cannot be undone. Refuses in test mode, while the shop has no name of its own, and while a default
 * text that makes promises is not accepted.
 */
export function openToVisitors(db: Database, config: Config, staff: Staff) {
  refuseTestMode(config)
  return transaction(db, async (tx) => {
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    const { named, opened_at } = await readSetup(tx, config)
    if (opened_at) return
    if (!named) throw new Refusal(setup.open.refusals.unnamed_shop)
    if (!(await areTextsAccepted(tx))) throw new Refusal(setup.open.refusals.unaccepted_texts)
    await tx
      .updateTable('settings')
      .set({ opened_at: sql`now()`, updated_at: sql`now()` })
      .execute()
    await record(tx, 'shop.opened', { staff, data: {} })
  })
}

/** Anyone can be a demo's administrator, and a real shop on its database would keep the changes. */
function refuseTestMode({ sandbox }: Config) {
  if (sandbox) throw new Refusal(setup.change.refusals.test_mode)
}
