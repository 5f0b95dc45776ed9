import { type Log, logLevels } from './logs.ts'

/** The first line, led by the mark by which spreadsheets know that the text is UTF-8. */
export const csvHead = '\ufeffTimestamp,Level,Source,Message,Details\r\n'

type Entry = Omit<Log, 'id' | 'uid' | 'username' | 'created_at'> & { created_at: string | Date }

/** One entry as a line of RFC 4180. */
export function csvLine({ created_at, level, type, message, details }: Entry): string {
  const time = typeof created_at === 'string' ? created_at : created_at.toISOString()
  const cells = [time, logLevels[level]!, type, message, JSON.stringify(details)]
  return `${cells.map(cell).join(',')}\r\n`
}

// What spreadsheets run as a formula, full-width signs too. One that is led by apostrophes already
// gets one more, so that taking one away gives back what was written.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
