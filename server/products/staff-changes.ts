import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import { productRefusals } from '#contract/products.ts'
import type { staffProducts } from '#contract/staff-products.ts'
import { matchAllRolesSoon } from '#server/discord/jobs.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { refuseStale } from '#server/logs/stale.ts'
import { keepWritten } from '#server/media/kept-html.ts'
import { freeSlug } from './slug.ts'
import { getStaffProduct, inUse } from './staff-products.ts'

type New = Omit<Parsed<typeof staffProducts.add>['body'], 'image' | 'imageUrl'>
type Changes = Omit<Parsed<typeof staffProducts.change>['body'], 'image'>

/** Adds a product at the end of the store. `imageId` is a picture that is kept already. */
export function addProduct(db: Database, staff: Staff, fields: New, imageId: number) {
  const kept = keepWritten(fields.description, 'description')
  return transaction(db, async (tx) => {
    // Two at once would find the same slug free and the same place last.
    await sql`select pg_advisory_xact_lock(hashtext('products.add'))`.execute(tx)
    const { price, discordRoleId, ...same } = fields
    const { id, ...after } = await tx
      .insertInto('products')
      .values({
        ...same,
        ...kept,
        slug: await freeSlug(tx, fields.name),
        price_cents: price,
        discord_role_id: discordRoleId,
        image_id: imageId,
        position: await nextPosition(tx),
      })
      .returning(['id', ...columns])
      .executeTakeFirstOrThrow()
    await logStaffAction(tx, staff, {
      message: 'Product added',
      about: { product: id },
      after: logged(after),
    })
    return getStaffProduct(tx, id)
  })
}

/**
 * Changes what is given of a product. Throws `unknown_product`, and `changed_meanwhile` when somebody
 * else changed it since the revision that the change was begun from.
 */
export function changeProduct(
  db: Database,
  staff: Staff,
  id: number,
  { price, discordRoleId, revision: seen, ...same }: Changes,
  imageId?: number,
) {
  const { description } = same
  const kept = description === undefined ? {} : keepWritten(description, 'description')
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    await refuseStale(tx, staff, { product: id }, seen, before.revision)
    const after = await tx
      .updateTable('products')
      .set({
        ...same,
        ...kept,
        ...(price !== undefined && { price_cents: price }),
        ...(discordRoleId !== undefined && { discord_role_id: discordRoleId }),
        ...(imageId !== undefined && { image_id: imageId }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    if (after.revision === before.revision) return getStaffProduct(tx, id)
    if (after.discord_role_id !== before.discord_role_id) await matchAllRolesSoon(tx)
    await logStaffAction(tx, staff, {
      message: 'Product changed',
      about: { product: id, name: after.name, revision: after.revision },
      before: logged(before),
      after: logged(after),
    })
    return getStaffProduct(tx, id)
  })
}

/**
 * Takes a product out of the store: archived (disabled and hidden) when orders or subscriptions
 * refer to it, else deleted. Throws `unknown_product`.
 */
export function removeProduct(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const after = before.in_use ? await archive(tx, id) : undefined
    if (!after) await tx.deleteFrom('products').where('id', '=', id).execute()
    await logStaffAction(tx, staff, {
      message: after ? 'Product archived' : 'Product deleted',
      about: { product: id, name: before.name, ...(after && { revision: after.revision }) },
      before: logged(before),
      after: after ? logged(after) : {},
    })
    return { archived: after !== undefined }
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

const columns = [
  'name',
  'slug',
  'price_cents',
  'description',
  'disabled',
  'hidden',
  'image_id',
  'discord_role_id',
  'revision',
] as const

/** Orders that refer to the product wait until this transaction is over. */
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

type Kept = { [column in (typeof columns)[number]]: unknown }

/** As the log tells it, a long description by its beginning. */
function logged({ name, slug, price_cents, description, disabled, hidden, ...row }: Kept) {
  return {
    name,
    slug,
    price: Number(price_cents) / 100,
    description: String(description).slice(0, 2000),
    disabled,
    hidden,
    image: row.image_id,
    discordRoleId: row.discord_role_id,
  }
}
