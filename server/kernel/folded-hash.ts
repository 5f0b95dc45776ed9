import { sql } from 'kysely'

/**
 * The hash under which something about a name or an address is counted. The database folds it, as it
 * does to find the account: to it `İ` is an `i`, to JavaScript it is not, and each other spelling
 * would have a count of its own.
 */
export function foldedHash(text: string) {
  return sql<Buffer>`sha256(convert_to(lower(${text}::text), 'UTF8'))`
}
