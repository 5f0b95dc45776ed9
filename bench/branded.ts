import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { openDatabase } from '#server/kernel/database/database.ts'

const words: { landing: Partial<LandingTexts>; footer: object } = {
  landing: { title: 'Aim like an owl.', lead: 'Words that an operator wrote.' },
  footer: { tagline: 'Made at night.' },
}

/**
 * Gives a shop a custom colour and custom texts before it starts, because it must also be fast with
 * those.
 */
export async function brandShop(databaseUrl: string) {
  const db = openDatabase(databaseUrl, 1)
  await db.updateTable('brand').set({ accent: '#ff9d4d' }).execute()
  for (const [name, content] of Object.entries(words)) {
    await db
      .insertInto('texts')
      .values({ name })
      .onConflict((on) => on.doNothing())
      .execute()
    await db
      .insertInto('text_versions')
      .values({ name, version: 1, content: JSON.stringify(content) })
      .execute()
    await db.updateTable('texts').set({ version: 1 }).where('name', '=', name).execute()
  }
  await db.destroy()
}
