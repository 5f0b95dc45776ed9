import { sql } from 'kysely'

/**
 * The hash under which events about a username or an email address are counted. PostgreSQL
 * lowercases the text, as it does for account lookups. JavaScript lowercases `İ` differently, so
 * each spelling would get its own count.
 */
export function foldedHash(text: string) {
  return sql<Buffer>`sha256(convert_to(lower(${text}::text), 'UTF8'))`
}
