import type { Database } from '#server/kernel/database.ts'
import { isOutdated, keepRendered } from '#server/kernel/kept-html.ts'

const batch = 50

/** Renders what was written by nobody here, or before the renderer changed. */
export async function keepDescriptions(db: Database): Promise<void> {
  const games = await db
    .selectFrom('games')
    .select(['id', 'description'])
    .where(isOutdated('description'))
    .limit(batch)
    .execute()
  for (const { id, description } of games) {
    await db
      .updateTable('games')
      .set(keepRendered(description))
      .where('id', '=', id)
      .where('description', '=', description)
      .execute()
  }
  if (games.length === batch) await keepDescriptions(db)
}
