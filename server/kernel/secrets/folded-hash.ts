import { sql } from 'kysely'

/** PostgreSQL lowercases the text, because JavaScript lowercases `İ` differently. */
export function foldedHash(text: string) {
  return sql<Buffer>`sha256(convert_to(lower(${text}::text), 'UTF8'))`
}
