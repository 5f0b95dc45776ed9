import { textsToAccept } from '#contract/platform/text-pages.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Whether the operator has accepted or published every text that makes promises to customers. */
export async function areTextsAccepted(db: Database): Promise<boolean> {
  const accepted = await db
    .selectFrom('texts')
    .select('name')
    .where('name', 'in', textsToAccept)
    .where('version', '>', 0)
    .execute()
  return accepted.length === textsToAccept.length
}
