import { sql } from 'kysely'
import { generate, IdentifierNode, PostgresDialect } from 'kysely-codegen'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { writersOf } from './writers.ts'

/** The database at `url` has all migrations. Each table lists the code that writes it. */
export async function generateTables(url: string): Promise<string> {
  const db = openDatabase(url, 1)
  try {
    const text = await generate({
      db,
      dialect: new PostgresDialect(),
      defaultSchemas: ['public'],
      excludePattern: `@(${['graphile_worker.*', ...(await formerNames(db))].join('|')})`,
      outFile: null,
      typeMapping: { int8: 'number', numeric: 'number', inet: 'string' },
      overrides: { columns: await listedValues(db) },
    })
    return await tellWriters(db, text)
  } finally {
    await db.destroy()
  }
}

/** Views with the former names of renamed tables, which the previous version uses. */
async function formerNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select 'public.' || viewname as name from pg_views where schemaname = 'public'`.execute(db)
  return rows.map(({ name }) => name)
}

async function tellWriters(db: Database, text: string): Promise<string> {
  const [start = '', list = ''] = text.split('export interface DB {')
  const tables = [...list.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table, type]) => [
    table!,
    type!,
  ])
  const writers = await writersOf(
    db,
    tables.map(([table]) => table!),
  )
  const told = tables.reduce((text, [table, type]) => {
    const names = (writers.get(table!) ?? []).map((name) => ` * - ${name}\n`).join('')
    const head = `export interface ${type} {`
    return text.replace(head, `/**\n * Written by\n${names} */\n${head}`)
  }, start)
  return `${told}export interface DB {${list}`
}

/** The type of a column does not contain the values that its check constraint lists. */
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
