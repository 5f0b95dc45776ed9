import { sql } from 'kysely'

/**
 * The hash under which events about a username or an email address are counted. PostgreSQL
 * lowercases it, because JavaScript lowercases `İ` differently.
 */
export function foldedHash(text: string) {
  return sql<Buffer>`sha256(convert_to(lower(${text}::text), 'UTF8'))`
}
