import pg from 'pg'
import { missMachine, missServer } from './client.ts'
import { isDatabaseTrouble, isReadOnly } from './database-trouble.ts'

/** How long a caller waits for a connection, new or free, in milliseconds. */
const connectWithin = 5000
/** Statement timeout in milliseconds, if neither the database nor its role sets one. */
const statementWithin = 30_000
/** Milliseconds after which a server without a response counts as gone. */
const answerWithin = statementWithin + 5000
/** In milliseconds. The transaction of a frozen process would otherwise keep its locks. */
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
    connectionString: url,
    max,
    connectionTimeoutMillis: connectWithin,
    query_timeout: answerWithin,
    ...missServer,
    // PgBouncer rejects connection parameters that it does not know, so a statement sets these.
    onConnect: async (client) => {
      await client.query(`${limitSession}; ${missMachine}`)
    },
    ...options,
  })
  // The pool replaces a broken connection, and its query rejects. Without these listeners, the
  // `error` event of pg would also end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // pg would otherwise reuse a connection with an unanswered statement, or to a standby.
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

/** graphile-worker exits and leaves the job locked, unless the error has a code that it retries. */
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
