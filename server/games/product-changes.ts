import { sql } from 'kysely'
import type { Parsed } from '#contract/endpoint.ts'
import type { products } from '#contract/products.ts'
import { matchAllRolesSoon } from '#server/discord/jobs.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { inUse, productNotFound, readProduct } from './products.ts'
import { freeSlug } from './slug.ts'

type New = Omit<Parsed<typeof products.add>['body'], 'image' | 'imageUrl'>
type Changes = Omit<Parsed<typeof products.change>['body'], 'image'>

/** Adds a game at the end of the store. `imageId` is a picture that is kept already. */
export function addProduct(db: Database, staff: Staff, fields: New, imageId: number) {
  return transaction(db, async (tx) => {
    // Two at once would find the same slug free and the same place last.
    await sql`select pg_advisory_xact_lock(hashtext('games.add'))`.execute(tx)
    const { price, discordRoleId, ...same } = fields
    const { id, ...after } = await tx
      .insertInto('games')
      .values({
        ...same,
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
    return readProduct(tx, id)
  })
}

/** Changes what is given of a game. Throws 404 'Product not found'. */
export function changeProduct(
  db: Database,
  staff: Staff,
  id: number,
  { price, discordRoleId, ...same }: Changes,
  imageId?: number,
) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const after = await tx
      .updateTable('games')
      .set({
        ...same,
        ...(price !== undefined && { price_cents: price }),
        ...(discordRoleId !== undefined && { discord_role_id: discordRoleId }),
        ...(imageId !== undefined && { image_id: imageId }),
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    if (after.discord_role_id !== before.discord_role_id) await matchAllRolesSoon(tx)
    await logStaffAction(tx, staff, {
      message: 'Product changed',
      about: { product: id, name: after.name },
      before: logged(before),
      after: logged(after),
    })
    return readProduct(tx, id)
  })
}

/**
 * Takes a game out of the store: archived (disabled and hidden) when orders or subscriptions
 * refer to it, else deleted. Throws 404 'Product not found'.
 */
export function removeProduct(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const before = await lock(tx, id)
    const archived = before.in_use
    if (archived) {
      await tx
        .updateTable('games')
        .set({ disabled: true, hidden: true, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    } else await tx.deleteFrom('games').where('id', '=', id).execute()
    await logStaffAction(tx, staff, {
      message: archived ? 'Product archived' : 'Product deleted',
      about: { product: id, name: before.name },
      before: logged(before),
      after: archived ? logged({ ...before, disabled: true, hidden: true }) : {},
    })
    return { archived }
  })
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
] as const

/** Orders that refer to the game wait until this transaction is over. */
async function lock(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('games')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw productNotFound()
  const { in_use } = await tx
    .selectFrom('games')
    .select(inUse.as('in_use'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...found, in_use }
}

async function nextPosition(tx: Tx): Promise<number> {
  const { position } = await tx
    .selectFrom('games')
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
