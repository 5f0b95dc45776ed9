import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase, type Tx } from './database.ts'
import { isDatabaseTrouble } from './database-trouble.ts'
import { StartError } from './start-error.ts'

export type Replica = {
  /**
   * Reads on the replica when it has everything that was committed before the call, else on the
   * database itself. `read` writes nothing and may be run again.
   */
  read<T>(read: (db: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Options = {
  /** Connections to it. */
  poolSize: number
  /** How long somebody may wait for a replica that is behind, in milliseconds. */
  patience?: number
  /** How long one that is away or behind is left alone then, in milliseconds. */
  rest?: number
}

/** What staff's lists are read by where there is no replica. */
export const noReplica = (db: Database): Replica => ({ read: (read) => read(db), async close() {} })

/** See docs/decisions/read-replica.md. */
export function openReplica(
  db: Database,
  url: string,
  { poolSize, patience = 100, rest = 5000 }: Options,
): Replica {
  assertOne(url)
  // As through a pooler: behind an address that balances, no session need be ours for longer.
  const replica = openDatabase(url, poolSize, { pooled: true })
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Checks and reads on one connection, so that the server that was found up to date is the one read. */
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

/**
 * What has been committed by now: all of it is flushed, unless commits do not wait for that. Beside
 * it whose it is, as the positions of two systems cannot be compared.
 */
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

/** The replica had to go on replaying and cancelled what read the rows. */
const isConflict = (error: unknown) => (error as { code?: unknown }).code === '40001'

function assertOne(url: string) {
  const [, authority] = url.match(/^postgres(?:ql)?:\/\/([^/?#]*)/) ?? []
  const hosts = authority?.slice(authority.lastIndexOf('@') + 1)
  if (hosts && !hosts.includes(',')) return
  throw new StartError(
    'DATABASE_REPLICA_URL must be the address of one server, such as postgres://shop:…@replica.example.com/shop.',
  )
}
