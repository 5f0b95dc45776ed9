import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { listBackups, openPlace } from './place.ts'
import { hashTables } from './testing/compare.ts'
import { openPlaces } from './testing/places.ts'

const shop = await fileFixture(openTestShop())
const { newFolder, emptyShop } = await fileFixture(openPlaces())

type Of = { databaseUrl?: string; dataDir: string }

/** Runs a command as an operator does. Returns its output and exit code. */
async function run(name: string, { databaseUrl, dataDir }: Of, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const program = path.join(import.meta.dirname, name)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

test('the commands back up and restore a shop, and refuse a place in use', async () => {
  const [place, target] = [await newFolder(), await emptyShop()]
  const before = await hashTables(shop.databaseUrl)
  const made = await run('command.ts', shop, place)
  expect([made.code, made.said]).toEqual([0, expect.stringContaining(place)])
  const [name] = await listBackups(await openPlace(place))

  const back = await run('restore-command.ts', target, place)
  expect([back.code, back.said]).toEqual([0, expect.stringContaining(`was restored from ${place}`)])
  // The record of the backup was written after its snapshot.
  const tables = await hashTables(target.databaseUrl)
  expect({ ...tables, 'public.backups': '' }).toEqual({ ...before, 'public.backups': '' })
  expect(await readdir(path.join(target.dataDir, 'keys'))).toEqual(
    await readdir(path.join(shop.dataDir, 'keys')),
  )

  const again = await run('restore-command.ts', target, path.join(place, name!))
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('the database has tables')])
  const lost = await run('restore-command.ts', await emptyShop(), '/nowhere/at/all')
  expect([lost.code, lost.said]).toEqual([1, expect.stringContaining('There is no backup in')])
  for (const { said } of [again, lost]) expect(said).not.toContain('    at ')
})

test('a shop on its own PostgreSQL is backed up while it runs, and restored on another', async () => {
  const [place, kept, back] = [await newFolder(), await newFolder(), await newFolder()]
  // As root, PostgreSQL runs as another user, who needs access to these folders.
  for (const folder of [path.dirname(kept), kept, back]) await chmod(folder, 0o755)
  const own = await startPostgres({ dataDir: kept, log() {} })
  let before: Record<string, string>
  try {
    await migrate(own.url)
    const db = openDatabase(own.url, 1)
    const product = { slug: 'one', name: 'One', price_cents: 1000 }
    await db.insertInto('products').values(product).execute()
    await db.destroy()
    before = await hashTables(own.url)
    const made = await run('command.ts', { dataDir: kept }, place)
    expect([made.code, made.said]).toEqual([0, expect.stringContaining(place)])
    expect(await hashTables(own.url), 'the command leaves it running').toMatchObject({
      'public.products': before['public.products'],
    })
  } finally {
    await own.stop()
  }

  const restored = await run('restore-command.ts', { dataDir: back }, place)
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('was restored from')])
  const other = await startPostgres({ dataDir: back, log() {} })
  try {
    expect(other.takenOver, 'the command has stopped it').toBe(false)
    const tables = await hashTables(other.url)
    expect({ ...tables, 'public.backups': '' }).toEqual({ ...before, 'public.backups': '' })
  } finally {
    await other.stop()
  }
})

test('a refused restore leaves no folder behind', async () => {
  const [place, home] = [await newFolder(), await newFolder()]
  const none = await run('restore-command.ts', { dataDir: path.join(home, 'new') }, place)
  expect([none.code, none.said]).toEqual([1, expect.stringContaining('There is no backup in')])
  expect(await Promise.all([place, home].map((folder) => readdir(folder)))).toEqual([[], []])

  await run('command.ts', shop, place)
  await mkdir(path.join(home, 'keys'))
  await writeFile(path.join(home, 'keys/secrets.key'), 'x')
  const taken = await run('restore-command.ts', { dataDir: home }, place)
  expect([taken.code, taken.said]).toEqual([1, expect.stringContaining('keys exist in')])
  expect(await readdir(home)).toEqual(['keys'])
})

/** Accepts connections and never answers, like a machine that has run out of a resource. */
async function openSilentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://shop@127.0.0.1:${port}/shop`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('commands whose database accepts connections but does not respond end with a sentence', async () => {
  const [place, dataDir] = [await newFolder(), await newFolder()]
  expect((await run('command.ts', shop, place)).code).toBe(0)
  const silent = await openSilentServer()
  const there = { databaseUrl: silent.url, dataDir }
  const answers = await Promise.all([
    run('../../shop/migrate-command.ts', there),
    run('../files/command.ts', there, 'move'),
    run('command.ts', there, place),
    run('restore-command.ts', there, place),
  ])
  await silent.close()
  const sentence =
    'The database failed during the command (timeout expired). Check that it is running, then try again.\n'
  expect(answers).toEqual(answers.map(() => ({ code: 1, said: sentence })))
})
