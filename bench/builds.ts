import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { demoProgram } from '#demo/loader/program.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { build } from '#server/licensing/loader/builds.ts'
import { keyIdOf } from '#server/licensing/loader/signing-key.ts'
import { addRelease } from '#server/licensing/releases/add.ts'
import { slotPattern, slotSize } from '#server/licensing/releases/slots.ts'
import { median, printRatio, printRow } from './print.ts'

const slotCount = 64
const megabyte = 1024 * 1024

/**
 * Measures builds of a 100 MB release with all its marks, one after the other, each next to a plain
 * copy of the same file. Also builds a 10 MB release, to show how memory depends on the size.
 */
export async function measureBuilds(count: number, aim: number) {
  const work = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 2)
  try {
    const small = await measure(db, work, { size: 10 * megabyte, count: Math.min(count, 20) })
    const large = await measure(db, work, { size: 100 * megabyte, count })
    const rates = (seconds: number[]) => seconds.map((one) => 100 / one)
    printRatio('100 MB, megabytes a second', rates(large.built), rates(large.copied), aim)
    printRow('A copy of 100 MB', `${median(large.built).toFixed(2)} s`, `${count} copies`)
    printRow('A copy of 10 MB', `${median(small.built).toFixed(3)} s`)
    const [first, second] = large.memory
    printRow('Memory, first and second half', `${first} and ${second} MB`, 'aim: flat')
    printRow('Memory with 10 MB', `${Math.max(...small.memory)} MB`)
  } finally {
    await db.destroy()
    await database.drop()
    await rm(work, { recursive: true, force: true })
  }
}

async function measure(
  db: Database,
  work: string,
  { size, count }: { size: number; count: number },
) {
  const storage = await openFileStorage(path.join(work, `files-${size}`))
  const pair = generateKeyPairSync('ed25519')
  const key = { ...pair, id: keyIdOf(pair.publicKey) }
  const markKey = randomBytes(32)
  const bare = path.join(work, `release-${size}`)
  await writeRelease(bare, size)
  async function* once() {
    yield* createReadStream(bare)
  }
  const release_id = await addRelease(db, storage, { version: `1.0.${size}`, bytes: once() })
  const user_id = await addUser(db, size)
  const [built, copied, memory]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < count; round += 1) {
    // All builds are of one customer, so that each copy replaces the one before.
    const { id } = await db
      .insertInto('loader_builds')
      .values({ user_id, release_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    built.push(await seconds(() => build(db, storage, key, markKey, id)))
    memory.push(Math.round(process.memoryUsage().rss / 1_000_000))
    const copy = path.join(work, 'bare-copy')
    copied.push(
      await seconds(() =>
        pipeline(createReadStream(bare), createWriteStream(copy, { flush: true })),
      ),
    )
  }
  const { failed } = await db
    .selectFrom('loader_builds')
    .select(({ fn }) => fn.countAll<number>().filterWhere('status', '<>', 'ready').as('failed'))
    .executeTakeFirstOrThrow()
  if (failed > 0) throw new Error(`${failed} builds failed`)
  storage.close()
  const middle = Math.ceil(memory.length / 2)
  const halves = [memory.slice(0, middle), memory.slice(middle)].map((half) => Math.max(...half))
  return { built, copied, memory: halves }
}

/** Writes slots, spread over incompressible bytes. None of it stays in memory. */
async function writeRelease(file: string, size: number) {
  const bytes = randomBytes(size)
  demoProgram('1.0.0').copy(bytes)
  const step = Math.floor(size / (slotCount + 1))
  for (let slot = 1; slot <= slotCount; slot += 1)
    Buffer.concat([slotPattern, Buffer.alloc(slotSize - slotPattern.length)]).copy(
      bytes,
      slot * step,
    )
  await writeFile(file, bytes)
}

async function addUser(db: Database, number: number) {
  const { id } = await db
    .insertInto('users')
    .values({
      username: `bench-${number}`,
      email: `bench-${number}@example.com`,
      password_hash: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function seconds(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
