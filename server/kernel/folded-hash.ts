import { sql } from 'kysely'

/**
 * The hash under which something about a name or an address is counted. PostgreSQL folds the case,
 * as it does to look the account up: JavaScript folds `İ` otherwise, and each spelling would have a
 * count of its own.
 */
export function foldedHash(text: string) {
  return sql<Buffer>`sha256(convert_to(lower(${text}::text), 'UTF8'))`
}
