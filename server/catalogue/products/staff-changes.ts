import { sql } from 'kysely'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { matchAllRolesSoon } from '#server/access/discord/jobs.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { requireDrawable } from '#server/platform/media/drawable.ts'
import { keepWritten } from '#server/platform/media/kept-html.ts'
import {
  type Changes,
  columns,
  limitsOf,
  type New,
  plansColumn,
  saleColumns,
  stateOf,
} from './columns.ts'
import { requireImages, splitDetails } from './details.ts'
import { freeSlug } from './slug.ts'
import { getStaffProduct, inUse } from './staff-products.ts'

/** Adds a product at the end of the store. `imageId` is a picture that is already stored. */
export async function addProduct(db: Database, staff: Staff, fields: New, imageId: number) {
  await requireDrawable({ name: fields.name })
  await requireImages(db, fields.screenshots)
  const kept = keepWritten(fields.description, 'description')
  return transaction(db, async (tx) => {
    // Without the lock, two concurrent calls could choose the same slug and the same position.
    await waitForLock(tx, 'products.add')
    if (fields.featured) await takeFeatured(tx, staff)
    const { price, discordRoleId, plans, endsIn99, planned_sale, ...others } = fields
    const { details, others: own } = splitDetails(others)
    const { same, limits } = limitsOf(own)
    const { id, ...after } = await tx
      .insertInto('products')
      .values({
        ...same,
        ...kept,
        ...limits,
        slug: await freeSlug(tx, fields.name),
        price_cents: price,
        discord_role_id: discordRoleId,
        plans: plansColumn(plans),
        ends_in_99: endsIn99,
        ...saleColumns(planned_sale),
        details: JSON.stringify(details),
        image_id: imageId,
        position: await nextPosition(tx),
      })
      .returning(['id', ...columns])
      .executeTakeFirstOrThrow()
    await record(tx, 'product.added', { staff, data: { product: id, after: stateOf(after) } })
    return getStaffProduct(tx, id)
  })
}

/** Throws `unknown_product`, and `changed_meanwhile` for an older revision. */
export async function changeProduct(
  db: Database,
  staff: Staff,
  id: number,
  { price, discordRoleId, plans, endsIn99, planned_sale, revision: seen, ...others }: Changes,
  imageId?: number,
) {
  await requireDrawable({ name: others.name })
  await requireImages(db, others.screenshots)
  const { details, others: own } = splitDetails(others)
  const { same, limits } = limitsOf(own)
  const { description } = same
  const kept = description === undefined ? {} : keepWritten(description, 'description')
  return transaction(db, async (tx) => {
    if (others.featured) await takeFeatured(tx, staff, id)
    const before = await lock(tx, id)
    await refuseStale(tx, staff, { product: id }, seen, before.revision)
    const after = await tx
      .updateTable('products')
      .set({
        ...same,
        ...kept,
        ...limits,
        ...(price !== undefined && { price_cents: price }),
        ...(discordRoleId !== undefined && { discord_role_id: discordRoleId }),
        ...(plans !== undefined && { plans: plansColumn(plans) }),
        ...(endsIn99 !== undefined && { ends_in_99: endsIn99 }),
        ...(planned_sale !== undefined && saleColumns(planned_sale)),
        details: sql`details || ${JSON.stringify(details)}::jsonb`,
        ...(imageId !== undefined && { image_id: imageId }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    // The revision leaves out `featured`, so an open editor of the unfeatured product stays valid.
    if (after.revision === before.revision && after.featured === before.featured)
      return getStaffProduct(tx, id)
    if (after.discord_role_id !== before.discord_role_id) await matchAllRolesSoon(tx)
    const { name, revision } = after
    await record(tx, 'product.changed', {
      staff,
      data: { product: id, name, revision, ...difference(stateOf(before), stateOf(after)) },
    })
    return getStaffProduct(tx, id)
  })
}

/** Removes the landing page's plans from the featured product, unless it is the given one. */
async function takeFeatured(tx: Tx, staff: Staff, id?: number) {
  // Without the lock, two concurrent calls would both find no featured product.
  await waitForLock(tx, 'products.featured')
  const others = await tx
    .updateTable('products')
    .set({ featured: false })
    .where('featured', '=', true)
    .$if(id !== undefined, (query) => query.where('id', '<>', id!))
    .returning(['id', 'name', 'revision'])
    .execute()
  for (const { id: product, ...other } of others) {
    const data = { product, ...other, before: { featured: true }, after: { featured: false } }
    await record(tx, 'product.changed', { staff, data })
  }
}

/** Archives (disables and hides) a product that other rows refer to. Throws `unknown_product`. */
export function removeProduct(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const { name } = before
    if (before.in_use) {
      const after = await archive(tx, id)
      const { revision } = after
      await record(tx, 'product.archived', {
        staff,
        data: { product: id, name, revision, ...difference(stateOf(before), stateOf(after)) },
      })
    } else {
      await tx.deleteFrom('products').where('id', '=', id).execute()
      const data = { product: id, name, before: stateOf(before) }
      await record(tx, 'product.deleted', { staff, data })
    }
    return { archived: before.in_use }
  })
}

function archive(tx: Tx, id: number) {
  return tx
    .updateTable('products')
    .set({ disabled: true, hidden: true, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** New orders that refer to the product wait until this transaction ends. */
async function lock(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('products')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal(productRefusals.unknown_product)
  const { in_use } = await tx
    .selectFrom('products')
    .select(inUse.as('in_use'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...found, in_use }
}

async function nextPosition(tx: Tx): Promise<number> {
  const { position } = await tx
    .selectFrom('products')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('position'))
    .executeTakeFirstOrThrow()
  return position
}
