/** `npm run seed -- [--users n] [--orders n] [--logs n]` adds demo data to a shop in test mode. */
import { parseArgs } from 'node:util'
import { openStorage } from '#server/adapters/storage/open.ts'
import { sentenceOf } from '#server/kernel/commands/command.ts'
import { dataDirOf, loadConfig } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { seedDemo } from './seed/demo.ts'
import { type Sizes, seedVolume } from './seed/volume.ts'

function say(sentence: string) {
  process.stdout.write(`  ${sentence}\n`)
}

function readSizes(): Sizes {
  const size = { type: 'string', default: '0' } as const
  const { values } = parseArgs({ options: { users: size, orders: size, logs: size } })
  const count = (name: keyof Sizes) => {
    const number = Number(values[name])
    if (Number.isInteger(number) && number >= 0 && number <= 100_000_000) return number
    throw new StartError(`--${name} takes a whole number, not ${values[name]}.`)
  }
  const sizes = { users: count('users'), orders: count('orders'), logs: count('logs') }
  if (sizes.orders > 0 && sizes.users === 0) {
    throw new StartError('--orders needs --users: new orders are placed by new users.')
  }
  return sizes
}

async function seed(sizes: Sizes) {
  const config = loadConfig()
  if (!config.sandbox) {
    throw new StartError(
      'Seeding makes users with known passwords, so it runs in test mode only: let SITE_URL be a loopback address, or set SANDBOX=1.',
    )
  }
  const own = config.databaseUrl
    ? null
    : await startPostgres({ dataDir: config.dataDir, log: (line) => say(line) })
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? own!.url
  try {
    await migrate(url)
    // Painting blocks this process for seconds, and on a slow machine for longer than the query
    // timeouts.
    const db = openDatabase(url, 4, { unlimited: true })
    const storage = await openStorage(config, dataDirOf(config))
    try {
      await seedDemo(db, storage, config)
    } finally {
      storage.close()
      await db.destroy()
    }
    if (sizes.users + sizes.logs > 0) await fill(url, sizes)
  } finally {
    await own?.stop()
  }
}

async function fill(url: string, sizes: Sizes) {
  const began = performance.now()
  const line = (name: string, rows: string, seconds: number) =>
    say(`${name.padEnd(16)} ${rows.padStart(16)} ${seconds.toFixed(1).padStart(6)} s`)
  await seedVolume(url, sizes, (table, rows, seconds) =>
    line(table, `${rows.toLocaleString('en')} rows`, seconds),
  )
  line('altogether', '', (performance.now() - began) / 1000)
}

try {
  await seed(readSizes())
} catch (error) {
  const sentence = sentenceOf(error)
  console.error(sentence === undefined ? error : `  ${sentence}`)
  process.exitCode = 1
}
