import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { logs } from '#contract/platform/logs.ts'
import { csvHead, csvLine } from '#contract/platform/logs-csv.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { allOf } from '#server/kernel/lists/conditions.ts'
import { exportCsv } from '#server/kernel/lists/csv-export.ts'
import { type LogFilters, narrowing, searching } from './filters.ts'

/** Newest first. Throws 409 while another export of that user runs in any process. */
export function exportLogs(db: Database, userId: number, filters: LogFilters): Promise<Readable> {
  return exportCsv(db, {
    name: `log export ${userId}`,
    busy: logs.export.refusals.exporting_already,
    query: sql`
      select created_at, level, type, message, details from logs
       where ${allOf(narrowing(filters), searching(filters))}
       order by created_at desc, id desc`,
    head: csvHead,
    line: csvLine,
  })
}
