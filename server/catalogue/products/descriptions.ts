import type { Database } from '#server/kernel/database/database.ts'
import { isOutdated, keepRendered } from '#server/platform/media/kept-html.ts'

const batch = 50

/** Renders what was not written through the editor, or by an older renderer. */
export async function renderDescriptions(db: Database): Promise<void> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'description'])
    .where(isOutdated('description'))
    .limit(batch)
    .execute()
  for (const { id, description } of products) {
    await db
      .updateTable('products')
      .set(keepRendered(description))
      .where('id', '=', id)
      .where('description', '=', description)
      .execute()
  }
  if (products.length === batch) await renderDescriptions(db)
}
