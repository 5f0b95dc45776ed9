import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { getSettings, type Settings } from './settings.ts'

/** Changes what is given and answers how all stand now. The database tells every process. */
export function changeSettings(
  db: Database,
  staff: Staff,
  wanted: { [Name in keyof Settings]?: Settings[Name] | undefined },
): Promise<Settings> {
  return transaction(db, async (tx) => {
    // One after the other, so that each entry of the log tells what was really before.
    await tx.selectFrom('settings').select('only_row').forUpdate().execute()
    const before = await getSettings(tx)
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
    const after = { ...before, ...(Object.fromEntries(given) as Partial<Settings>) }
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await tx
      .updateTable('settings')
      .set({ ...after, updated_at: sql`now()` })
      .execute()
    await logStaffAction(tx, staff, { message: 'Settings changed', before, after })
    return after
  })
}
