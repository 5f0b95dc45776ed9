import { bom, csvRow } from '#contract/wire/csv.ts'
import { type Log, logLevels } from './logs.ts'

/** The header row. */
export const csvHead = `${bom}Timestamp,Level,Source,Message,Details\r\n`

type Entry = Omit<Log, 'id' | 'uid' | 'username' | 'created_at'> & { created_at: string | Date }

/** A log entry as a row in the format of RFC 4180. */
export function csvLine({ created_at, level, type, message, details }: Entry): string {
  const time = typeof created_at === 'string' ? created_at : created_at.toISOString()
  return csvRow([time, logLevels[level]!, type, message, JSON.stringify(details)])
}
