import { sql } from 'kysely'
import type * as z from 'zod'
import {
  type priceChangePreview,
  staffPriceChanges,
} from '#contract/selling/staff-price-changes.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { type PricedRow, plansOf } from '#server/catalogue/products/plans.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { type Group, listGroups, type Prices, toMove } from './groups.ts'
import { tell } from './jobs.ts'
import { getPriceChange } from './list.ts'

type Wanted = { revision: number; reason: string }

const { refusals } = staffPriceChanges.add

/** Throws 404, and 409 if there is nothing to move or the prices changed since the preview. */
export function movePrices(db: Database, staff: Staff, productId: number, wanted: Wanted) {
  return transaction(db, async (tx) => {
    const product = await lockProduct(tx, productId)
    if (product.revision !== wanted.revision) throw new Refusal(refusals.prices_changed)
    const { id } = await move(tx, staff, product, wanted.reason)
    if (id === null) throw new Refusal(refusals.nothing_to_move)
    return getPriceChange(tx, id)
  })
}

/** Moves them in a transaction that is rolled back. Throws 404. */
export function previewMove(db: Database, staff: Staff, productId: number) {
  return rehearse(db, async (tx): Promise<z.output<typeof priceChangePreview>> => {
    const product = await lockProduct(tx, productId)
    const { groups, replaced } = await move(tx, staff, product, 'A rehearsal')
    const count = (outcome: Group['outcome']) => peopleOf(groups.filter(isOf(outcome)))
    return {
      revision: product.revision,
      product: product.name,
      groups: groups.filter(differs).slice(0, 100).map(shown),
      raised: sumOf(groups.filter(raises)),
      lowered: sumOf(groups.filter(lowers)),
      replaced,
      left_out: {
        same: count('same'),
        announced: count('announced'),
        stopped: count('stopped'),
        held: count('held'),
        unreachable: count('unreachable'),
        unsold: count('unsold'),
      },
    }
  })
}

/** The caller has locked the product. Locks the renewals against concurrent moves. */
async function move(tx: Tx, staff: Staff, product: Product, reason: string) {
  const prices = plansOf({ ...product, sale_percent: null })
  const { id: productId, name } = product
  await lockRenewals(tx, productId)
  const groups = await listGroups(tx, productId, prices)
  const moving = groups.filter(isOf('move'))
  if (moving.length === 0) return { id: null, groups, replaced: 0 }
  const { id } = await tx
    .insertInto('price_changes')
    .values({ product_id: productId, actor_id: staff.id, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  const replaced = await replaceAnnounced(tx, productId, prices)
  await write(tx, id, productId, prices, replaced)
  await enqueue(tx, tell, {})
  const changed = moving.filter(differs).slice(0, 20)
  await record(tx, 'price_change.made', {
    staff,
    data: {
      price_change: id,
      product: productId,
      name,
      reason,
      raised: peopleOf(moving.filter(raises)),
      lowered: peopleOf(moving.filter(lowers)),
      replaced: replaced.length,
      before: {
        prices: changed.map(({ plan, old, people }) => ({ plan, price: old / 100, people })),
      },
      after: {
        prices: changed.map(({ plan, next, people }) => ({ plan, price: next! / 100, people })),
      },
    },
  })
  return { id, groups, replaced: replaced.length }
}

type Product = PricedRow & { id: number; name: string; revision: number }

/** Serialises price changes of a product and blocks edits of its price. Orders are not blocked. */
async function lockProduct(tx: Tx, id: number): Promise<Product> {
  const { rows } = await sql<Product>`
    select id, name, revision, price_cents, plans, ends_in_99
      from products where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new Refusal(productRefusals.unknown_product)
  return rows[0]
}

/** Waits for charges that are in progress. */
async function lockRenewals(tx: Tx, productId: number) {
  await sql`
    select count(*) from (
      select from renewals where product_id = ${productId} and state <> 'ended'
       order by id for update) as locked`.execute(tx)
}

type Replaced = { renewal_id: number; cents: number }

/** Customers who keep their price are told that the announced one is off. */
async function replaceAnnounced(tx: Tx, productId: number, prices: Prices): Promise<Replaced[]> {
  const { rows } = await sql<Replaced>`
    update renewal_prices
       set dropped_at = now(),
           dropped_for = case when moving.next = moving.old then 'canceled' else 'replaced' end
      from ${toMove(productId, prices)} as moving
     where outcome = 'move' and renewal_prices.id = moving.announced_id
    returning renewal_id, new_cents as cents`.execute(tx)
  return rows
}

/** A lower price applies at once. An existing order keeps its price. */
async function write(
  tx: Tx,
  id: number,
  productId: number,
  prices: Prices,
  replaced: readonly Replaced[],
) {
  await sql`
    with written as (
      insert into renewal_prices (price_change_id, renewal_id, old_cents, new_cents, replaces_cents,
                                  applies_from, applied_at)
      select ${id}, moving.id, old, next, cents, case when next < old then now() end,
             case when next < old then now() end
        from ${toMove(productId, prices)} as moving
        left join unnest(${replaced.map((each) => each.renewal_id)}::bigint[],
                         ${replaced.map((each) => each.cents)}::integer[])
          as replaced (renewal_id, cents) on replaced.renewal_id = moving.id
       where outcome = 'move'
      returning renewal_id, new_cents, applied_at
    )
    update renewals set price_cents = new_cents from written
     where renewals.id = renewal_id and applied_at is not null`.execute(tx)
}

const isOf = (outcome: Group['outcome']) => (group: Group) => group.outcome === outcome
const differs = ({ outcome, old, next }: Group) => outcome === 'move' && next !== old
const raises = (group: Group) => differs(group) && group.next! > group.old
const lowers = (group: Group) => differs(group) && group.next! < group.old

const shown = ({ plan, old, next, people }: Group) => ({
  ...{ plan, people },
  old_price: old,
  new_price: next!,
})

const peopleOf = (groups: readonly Group[]) => groups.reduce((sum, { people }) => sum + people, 0)
const sumOf = (groups: readonly Group[]) => ({
  people: peopleOf(groups),
  month: Math.round(groups.reduce((sum, { month }) => sum + month, 0)),
})
