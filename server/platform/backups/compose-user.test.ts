import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { startThrowawayPostgres } from '#server/kernel/testing/throwaway-postgres.ts'
import { backUp } from './back-up.ts'
import { openPlace } from './place.ts'
import { restore } from './restore.ts'
import { hashTables } from './testing/compare.ts'
import { openPlaces } from './testing/places.ts'

const { newFolder } = await fileFixture(openPlaces())

/** The statements that `compose.yaml` has PostgreSQL run on an empty volume. */
function userStatements(password: string) {
  const compose = readFileSync(path.join(import.meta.dirname, '../../../compose.yaml'), 'utf8')
  const [, content = ''] = /^ {2}user:\n {4}content: \|\n((?: {6}.+\n)+)/m.exec(compose) ?? []
  const [variable, ...statements] = content.trim().split(/\n\s*/)
  expect(variable).toBe('\\getenv password POSTGRES_PASSWORD')
  return statements.map((statement) => statement.replace(":'password'", `'${password}'`))
}

test('the database user of compose.yaml migrates, backs up and restores without being superuser', async () => {
  const server = await startThrowawayPostgres()
  const root = new pg.Client(server.url)
  await root.connect()
  try {
    const statements = userStatements('secret')
    expect(statements).toHaveLength(3)
    for (const statement of statements) await root.query(statement)
    const { rows } = await root.query(
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolpassword is null as no_password
         from pg_authid where rolcanlogin order by rolname`,
    )
    expect(rows).toMatchObject([
      { rolname: 'postgres', rolsuper: true, no_password: true },
      { rolname: 'shop', rolsuper: false, rolcreatedb: false, rolcreaterole: false },
    ])
    await root.query('create database second owner shop')

    const as = (database: string) => {
      const url = new URL(server.url)
      url.username = 'shop'
      url.password = 'secret'
      url.pathname = `/${database}`
      return url.href
    }
    const shopIn = async (database: string) => {
      const dataDir = await newFolder()
      const storage = await openFileStorage(path.join(dataDir, 'files'))
      return { databaseUrl: as(database), storage, dataDir }
    }
    const [first, second] = [await shopIn('shop'), await shopIn('second')]
    await migrate(first.databaseUrl)
    const place = await newFolder()
    await backUp(first, await openPlace(place))
    const backup = { storage: await openPlace(place, { mustExist: true }), shown: place }
    await restore({ ...backup, passphrase: undefined }, second)
    await migrate(second.databaseUrl)
    const tables = await hashTables(first.databaseUrl)
    expect(Object.keys(tables).length).toBeGreaterThan(50)
    expect(await hashTables(second.databaseUrl)).toEqual(tables)
  } finally {
    await root.end()
    await server.stop()
  }
})
