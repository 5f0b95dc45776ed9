import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Database, openDatabase, type Tx } from './database.ts'
import { isDatabaseTrouble } from './database-trouble.ts'

export type Replica = {
  /** Uses the replica if it has every earlier commit. `read` must not write, and may run twice. */
  read<T>(read: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Options = {
  poolSize: number
  /** How long a caller waits for a replica that lags behind, in milliseconds. */
  patience?: number
  /** How long a replica that is down or lags behind is not used afterwards, in milliseconds. */
  rest?: number
}

export const noReplica = (db: Database): Replica => ({ read: (read) => read(db), async close() {} })

/** See docs/decisions/read-replica.md. */
export function openReplica(
  db: Database,
  url: string,
  { poolSize, patience = 100, rest = 5000 }: Options,
): Replica {
  assertOne(url)
  // Like a transaction pooler: a load-balanced address may keep no session for us.
  const replica = openDatabase(url, poolSize, { pooled: true })
  let restsUntil = Number.NEGATIVE_INFINITY

  /** A single connection, so that the server that was checked is the one that is read. */
  async function readThere<T>(read: (db: Database) => Promise<T>): Promise<{ result: T } | null> {
    const wanted = await standOf(db)
    return replica.transaction().execute(async (tx) => {
      if (!(await reaches(tx, wanted, patience))) return null
      return { result: await read(tx) }
    })
  }

  return {
    async read(read) {
      if (performance.now() >= restsUntil) {
        try {
          const found = await readThere(read)
          if (found) return found.result
        } catch (error) {
          if (!isDatabaseTrouble(error) && !isConflict(error)) throw error
        }
        restsUntil = performance.now() + rest
      }
      return read(db)
    },
    close: () => replica.destroy(),
  }
}

type Stand = { system: string; database: string; written: string }

/** The WAL position of all commits, and its system: two systems' positions cannot be compared. */
async function standOf(db: Database): Promise<Stand> {
  const { rows } = await sql<Stand>`
    select ${identity}, case when current_setting('synchronous_commit') = 'off'
             then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as written`.execute(
    db,
  )
  return rows[0]!
}

const identity = sql`
  (select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`

async function reaches(tx: Tx, wanted: Stand, patience: number): Promise<boolean> {
  const until = performance.now() + patience
  for (let pause = 2; ; pause *= 2) {
    const { rows } = await sql<Stand & { there: boolean | null }>`
      select ${identity}, pg_is_in_recovery()
             and pg_last_wal_replay_lsn() >= ${wanted.written}::pg_lsn as there`.execute(tx)
    const { system, database, there } = rows[0]!
    if (system !== wanted.system || database !== wanted.database) return false
    if (there) return true
    if (performance.now() + pause > until) return false
    await delay(pause)
  }
}

/** The replica cancelled the query because it conflicted with replay. */
const isConflict = (error: unknown) => (error as { code?: unknown }).code === '40001'

function assertOne(url: string) {
  const [, authority] = url.match(/^postgres(?:ql)?:\/\/([^/?#]*)/) ?? []
  const hosts = authority?.slice(authority.lastIndexOf('@') + 1)
  if (hosts && !hosts.includes(',')) return
  throw new StartError(
    'DATABASE_REPLICA_URL must be the URL of a single server, such as postgres://shop:…@replica.example.com/shop.',
  )
}
