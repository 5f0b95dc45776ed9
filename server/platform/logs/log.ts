import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

const levels = { info: 0, success: 1, warning: 2, error: 3 } as const

export type LogEntry = {
  level?: keyof typeof levels
  /** The part of the shop that writes the entry: a word that the log can be filtered by. */
  source: string
  /** A constant sentence. Variable data is in the details, which keeps the log searchable. */
  message: string
  /** Facts to search by. Never secrets. */
  details?: Record<string, unknown>
  /** The user that the entry is about. If undefined, it belongs to the system. */
  userId?: number | undefined
}

/** In a transaction, the entry exists only if that commits. */
export async function writeLog(db: Database, entry: LogEntry): Promise<void> {
  await insertLine(entry).execute(db)
}

/** The same as part of another statement. */
export function insertLine({ level = 'info', source, message, details = {}, userId }: LogEntry) {
  return sql`
    insert into logs (level, type, message, details, user_id)
    values (${levels[level]}, ${source}, ${message.slice(0, 500)}, ${JSON.stringify(details)},
            ${userId ?? null})`
}
