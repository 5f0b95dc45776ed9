import { sql } from 'kysely'
import { settings } from '#contract/platform/settings.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { requireDrawable } from '#server/platform/media/drawable.ts'
import { readAnyVatId } from '#server/platform/taxes/vat-ids.ts'
import { missedBeats, slowestBeat } from './beats.ts'
import { getSettings } from './settings.ts'

/** Returns all settings. Throws `vat_id_form`, and `changed_meanwhile` for an older revision. */
export async function changeSettings(
  db: Database,
  staff: Staff,
  { revision: seen, ...wanted }: Parsed<typeof settings.change>['body'],
) {
  const { seller_name, seller_address } = wanted
  await requireDrawable({ seller_name, seller_address })
  if (wanted.seller_vat_id) wanted.seller_vat_id = await readAnyVatId(wanted.seller_vat_id)
  return transaction(db, async (tx) => {
    // Serialise changes, so that each log entry contains the value that was actually replaced.
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    const { revision: current, currency_fixed: _, ...before } = await getSettings(tx)
    await refuseStale(tx, staff, edited, seen, current)
    const { currency, beat_seconds = before.beat_seconds } = wanted
    if (currency && currency !== before.currency) await requireNoOrder(tx, before.currency)
    await tx
      .updateTable('settings')
      .set({
        ...wanted,
        ...(beat_seconds !== before.beat_seconds && formerBeats),
        ...(currency && { currency_chosen_at: sql`coalesce(currency_chosen_at, now())` }),
        ...(wanted.tax_mode && { tax_chosen_at: sql`coalesce(tax_chosen_at, now())` }),
        ...(wanted.renew_by_default !== undefined && {
          renewing_chosen_at: sql`coalesce(renewing_chosen_at, now())`,
        }),
        updated_at: sql`now()`,
      })
      .execute()
    const { revision, currency_fixed, ...after } = await getSettings(tx)
    if (revision !== current) {
      await record(tx, 'settings.changed', {
        staff,
        data: { ...edited, revision, ...difference(before, after) },
      })
    }
    return { ...after, currency_fixed, revision }
  })
}

/** Waits for orders being placed. Later ones see the change: server/selling/orders/place.ts. */
async function requireNoOrder(tx: Tx, currency: string) {
  await refuseAfterOrder(tx, currency)
  await sql`lock table orders in share row exclusive mode`.execute(tx)
  await refuseAfterOrder(tx, currency)
}

async function refuseAfterOrder(tx: Tx, currency: string) {
  const order = await tx.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  if (!order) return
  throw new Refusal(settings.change.refusals.currency_fixed, {
    values: { currency },
    loc: ['body', 'currency'],
  })
}

const formerBeats = {
  former_beat_seconds: slowestBeat,
  former_beats_until: sql<Date>`now() + make_interval(secs => ${missedBeats} * ${slowestBeat})`,
}

const edited = { settings: 'shop' } as const
