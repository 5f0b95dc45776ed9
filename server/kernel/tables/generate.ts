import { sql } from 'kysely'
import { generate, IdentifierNode, PostgresDialect } from 'kysely-codegen'
import { type Database, openDatabase } from '#server/kernel/database.ts'

/** The text of `tables.ts` for the database at `url`, which has all migrations. */
export async function generateTables(url: string): Promise<string> {
  const db = openDatabase(url, 1)
  try {
    return await generate({
      db,
      dialect: new PostgresDialect(),
      defaultSchemas: ['public'],
      excludePattern: 'graphile_worker.*',
      outFile: null,
      typeMapping: { int8: 'number', numeric: 'number', inet: 'string' },
      overrides: { columns: await listedValues(db) },
    })
  } finally {
    await db.destroy()
  }
}

/** The types of columns whose check constraint lists their values, which no column type says. */
async function listedValues(db: Database) {
  const { rows } = await sql<{ column: string; check: string; nullable: boolean; filled: boolean }>`
    select conrelid::regclass || '.' || attname as column,
           pg_get_constraintdef(pg_constraint.oid) as check,
           not attnotnull as nullable,
           atthasdef or attidentity <> '' as filled
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'c' and cardinality(conkey) = 1
       and connamespace = 'public'::regnamespace`.execute(db)
  return Object.fromEntries(
    rows.flatMap(({ column, check, nullable, filled }) => {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]
      if (!list) return []
      const values = [...list.matchAll(/('(?:[^']|'')*')::\w+|(-?\d+)/g)]
      const union = values.map(([, text, number]) => text?.replaceAll("''", "\\'") ?? number)
      const type = [...union, ...(nullable ? ['null'] : [])].join(' | ')
      return [[column, new IdentifierNode(filled ? `Generated<${type}>` : type)]]
    }),
  )
}
