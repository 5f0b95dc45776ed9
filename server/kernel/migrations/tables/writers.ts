import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

type Source = { name: string; text: string }

/** Finds files, triggers and cascades. Omits restore and demo removal, which write all tables. */
export async function writersOf(db: Database, tables: string[]): Promise<Map<string, string[]>> {
  const writers = new Map(tables.map((table) => [table, new Set<string>()]))
  const functions = await readFunctions(db)
  const writes = (text: string) => tablesIn(text, tables, functions)
  for await (const { name, text } of sources()) {
    for (const table of writes(text)) writers.get(table)?.add(name)
  }
  for (const { text, triggers } of functions) {
    for (const table of triggers.length > 0 ? writes(text) : [])
      for (const on of triggers) writers.get(table)?.add(`a trigger on ${on}`)
  }
  for (const { child, parent } of await readCascades(db)) {
    writers.get(child)?.add(`a deletion from ${parent}`)
  }
  return new Map([...writers].map(([table, names]) => [table, [...names].sort()]))
}

const byKysely = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)|(\w+))/g
const byRule = /\btable: '(\w+)'/g
/** Dropping a month deletes rows, but the database assembles the table's name. */
const byMonths = /\bdropMonths\(\s*\w+,\s*'(\w+)'/g
const bySql = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(\w+)/g

/** The tables that a text writes, directly or through the functions that it calls. */
function tablesIn(text: string, tables: string[], functions: Source[], seen: string[] = []) {
  const found = new Set<string>()
  for (const [, named, chosen] of [
    ...text.matchAll(byKysely),
    ...text.matchAll(bySql),
    ...text.matchAll(byRule),
    ...text.matchAll(byMonths),
  ]) {
    // The table is chosen at run time, from those that the file names.
    if (chosen) {
      for (const table of tables) if (text.includes(`'${table}'`)) found.add(table)
    } else if (named && tables.includes(named)) found.add(named)
  }
  for (const called of functions) {
    if (seen.includes(called.name) || !new RegExp(`\\b${called.name}\\(`).test(text)) continue
    const inner = tablesIn(called.text, tables, functions, [...seen, called.name])
    for (const table of inner) found.add(table)
  }
  return found
}

async function* sources(): AsyncGenerator<Source> {
  for await (const name of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(name)) continue
    const text = await readFile(path.join(root, name), 'utf8')
    yield { name: name.replaceAll(path.sep, '/'), text: text.replace(/^\s*(\/\/|\/?\*).*$/gm, '') }
  }
}

async function readFunctions(db: Database) {
  const { rows } = await sql<Source & { triggers: string[] }>`
    select proname as name, prosrc as text,
           array(select distinct tgrelid::regclass::text from pg_trigger
                  where tgfoid = pg_proc.oid and tgparentid = 0) as triggers
      from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     order by 1`.execute(db)
  return rows
}

async function readCascades(db: Database) {
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and confdeltype <> 'a'
       and connamespace = 'public'::regnamespace`.execute(db)
  return rows
}
