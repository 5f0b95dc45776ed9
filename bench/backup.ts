import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedVolume } from '#demo/seed/volume.ts'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { postgresAccount, runAs } from '#server/kernel/postgres/account.ts'
import { openServer, ownByAccount } from '#server/kernel/testing/own-postgres.ts'
import { backUp } from '#server/platform/backups/back-up.ts'
import { printRatio, printRow } from './print.ts'

const sizes = { users: 20_000, orders: 100_000, logs: 300_000 }
const rounds = 3

/**
 * Compares a backup with a plain `pg_dump` of the same database into a folder, with pg_dump's own
 * compression. pg_dump cannot read a server newer than itself, so both come from the machine.
 */
export async function measureBackup(aim: number) {
  const folder = programs()
  if (!folder) {
    printRow('A backup', 'not measured', 'no PostgreSQL with its pg_dump is installed')
    return
  }
  const work = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  // PostgreSQL may run as a different user, who needs access to its own folder inside.
  await chmod(work, 0o711)
  const database = path.join(work, 'database')
  try {
    const server = await startServer(folder, database)
    try {
      await migrate(server.url)
      await seedVolume(server.url, sizes, () => {})
      await compare(server.url, folder, work, aim)
    } finally {
      await server.stop('SIGQUIT')
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Starts a server of the machine's own version. */
async function startServer(folder: string, database: string) {
  const data = path.join(database, 'data')
  mkdirSync(data, { recursive: true })
  ownByAccount(database)
  const initdb = path.join(folder, 'initdb')
  const options = [
    '--auth=trust',
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  execFileSync(initdb, ['-D', data, ...options], { ...runAs(postgresAccount()), stdio: 'pipe' })
  return openServer(database, { fsync: 'off' }, { initdb, postgres: path.join(folder, 'postgres') })
}

async function compare(url: string, folder: string, work: string, aim: number) {
  const storage = await openFileStorage(path.join(work, 'files'))
  const place = await openFileStorage(path.join(work, 'backups'), { ours: false })
  const [ours, theirs]: [number[], number[]] = [[], []]
  let rows = 0
  for (let round = 0; round < rounds; round += 1) {
    const took = await seconds(async () => {
      rows = (await backUp({ databaseUrl: url, storage, dataDir: work }, place)).rows
    })
    const target = path.join(work, `dump-${round}`)
    const dumped = await seconds(async () => {
      execFileSync(path.join(folder, 'pg_dump'), ['--format=directory', `--file=${target}`, url])
    })
    ours.push(rows / took)
    theirs.push(rows / dumped)
  }
  printRatio('A backup, rows a second', ours, theirs, aim)
}

async function seconds(work: () => Promise<void>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Returns the folder with a server and a pg_dump of the same version, if there is one. */
function programs(): string | undefined {
  try {
    const [, major] = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }).match(/ (\d+)/)!
    const places = [`/usr/lib/postgresql/${major}/bin`, `/usr/pgsql-${major}/bin`, '/usr/local/bin']
    return places.find((place) => existsSync(path.join(place, 'postgres')))
  } catch {
    return undefined
  }
}
