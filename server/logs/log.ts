import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

const levels = { info: 0, success: 1, warning: 2, error: 3 } as const

export type LogEntry = {
  level?: keyof typeof levels
  /** The part of the shop that says it: a word that the log can be filtered by. */
  source: string
  /** A sentence, the same each time: what varies is in the details, and so the log can be searched. */
  message: string
  /** Facts to search by, no secrets. */
  details?: Record<string, unknown>
  /** Whom it is about; the system's own when left out. */
  userId?: number | undefined
}

/** Adds to the log, which nobody changes. In a transaction it is there if that commits. */
export async function writeLog(db: Database, entry: LogEntry): Promise<void> {
  await insertLine(entry).execute(db)
}

/** The same as a part of another statement. */
export function insertLine({ level = 'info', source, message, details = {}, userId }: LogEntry) {
  return sql`
    insert into logs (level, type, message, details, user_id)
    values (${levels[level]}, ${source}, ${message.slice(0, 500)}, ${JSON.stringify(details)},
            ${userId ?? null})`
}
