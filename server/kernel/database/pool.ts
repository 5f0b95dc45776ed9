import pg from 'pg'
import { isDatabaseTrouble, isReadOnly } from './database-trouble.ts'
import { leadingTo, missMachine, missServer } from './servers.ts'

/** How long a caller waits for a connection, new or free, in milliseconds. */
const connectWithin = 5000
/** Statement timeout in milliseconds, if neither the database nor its role sets one. */
const statementWithin = 30_000
/** Milliseconds after which a server without a response counts as gone. */
const answerWithin = statementWithin + 5000
/**
 * Idle timeout of a transaction in milliseconds. If its process is frozen, or cut off with its
 * machine, the transaction would otherwise keep its locks, and others would wait for them.
 */
const idleWithin = 30_000

/** Options for a pool whose process may be too busy to read a response within seconds. */
export const noLimits: pg.PoolConfig = {
  connectionTimeoutMillis: 0,
  query_timeout: 0,
  onConnect: async (client) => {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${missMachine}`,
    )
  },
}

/** Opens a pool that closes failed connections and limits every wait. */
export function openPool(url: string, max: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...leadingTo(url),
    max,
    connectionTimeoutMillis: connectWithin,
    query_timeout: answerWithin,
    ...missServer,
    // Set by a statement and not as connection parameters: PgBouncer rejects parameters that it
    // does not know.
    onConnect: async (client) => {
      await client.query(`${limitSession}; ${missMachine}`)
    },
    ...options,
  })
  // If a connection breaks, the pool replaces it and its query rejects. In addition pg emits an
  // event, which ends the process if there is no listener: on the pool for an idle connection, and
  // on the client for one in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // pg would reuse this connection, although the unanswered statement still precedes the next
    // one, or although its server has become a standby.
    onRejection(client, 'query', (error) => {
      const lost = error.message === 'Query read timeout' || isReadOnly(error)
      if (lost) client.connection.stream.destroy()
      return error
    })
  })
  return pool
}

/** The database or its role may set other limits. */
const limitSession = `select set_config(name, given, false)
  from (values ('statement_timeout', '${statementWithin}'),
               ('idle_in_transaction_session_timeout', '${idleWithin}')) as limits (name, given)
 where current_setting(name) = '0'`

/**
 * graphile-worker retries to record a job's result only after certain error codes; any other error
 * ends the process and leaves the job locked. So every database problem gets one of those codes.
 */
export function openJobsPool(url: string, max: number): pg.Pool {
  const pool = openPool(url, max)
  pool.on('connect', (client) => onRejection(client, 'query', asTriedAgain))
  onRejection(pool, 'connect', asTriedAgain)
  return pool
}

function asTriedAgain(error: Error): Error {
  if (!isDatabaseTrouble(error)) return error
  return Object.assign(new Error(error.message, { cause: error }), { code: 'EHOSTUNREACH' })
}

/** Makes the method's promise reject with the error that `become` returns. */
function onRejection<Name extends string>(
  owner: Record<Name, unknown>,
  name: Name,
  become: (error: Error) => Error,
) {
  const method = (owner[name] as (...given: unknown[]) => unknown).bind(owner)
  const watched = (...given: unknown[]) => {
    const result = method(...given)
    if (!(result instanceof Promise)) return result
    return result.catch((error: Error) => {
      throw become(error)
    })
  }
  Object.assign(owner, { [name]: watched })
}
