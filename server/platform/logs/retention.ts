import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { dropMonths, makeMonths } from '#server/kernel/database/months.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'
import { writeLog } from './log.ts'

export const logRetention: readonly RetentionRule[] = [
  {
    what: 'Months of the log',
    keeps: 'forever, or the number of months in the settings',
    whole: turnLogMonths,
  },
]

export async function turnLogMonths(db: Database) {
  await makeMonths(db, 'logs')
  await transaction(db, async (tx) => {
    const { log_months } = await tx
      .selectFrom('settings')
      .select('log_months')
      .executeTakeFirstOrThrow()
    if (log_months === null) return
    const by = sql<Date>`now() - make_interval(months => ${log_months})`
    const months = await dropMonths(tx, 'logs', by)
    if (months.length === 0) return
    await writeLog(tx, { source: 'retention', message: 'Old log deleted', details: { months } })
  })
}
