import pg from 'pg'
import { isDatabaseTrouble, isReadOnly } from './database-trouble.ts'
import { leadingTo, missMachine, missServer } from './servers.ts'

/** How long anybody waits for a connection, new or free, in milliseconds. */
const connectWithin = 5000
/** How long a statement may run, where neither the database nor its role says otherwise. */
const statementWithin = 30_000
/** A server that has said nothing by then says nothing any more. */
const answerWithin = statementWithin + 5000
/**
 * How long a transaction may wait for its own process: one that is frozen, or cut off with its
 * machine, has what it locked, which others wait for.
 */
const idleWithin = 30_000

/** Options of a pool whose process may be too busy to read an answer within seconds. */
export const noLimits: pg.PoolConfig = {
  connectionTimeoutMillis: 0,
  query_timeout: 0,
  onConnect: async (client) => {
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${missMachine}`,
    )
  },
}

/** Connections of which none outlives its own failure and none waits without a limit. */
export function openPool(url: string, max: number, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...leadingTo(url),
    max,
    connectionTimeoutMillis: connectWithin,
    query_timeout: answerWithin,
    ...missServer,
    // Not with the connection's other parameters: PgBouncer refuses those that it does not know.
    onConnect: async (client) => {
      await client.query(`${limitSession}; ${missMachine}`)
    },
    ...options,
  })
  // A connection that breaks is replaced by the pool, and its query rejects. The event comes on top
  // and without a listener it ends the process: from the pool while idle, from the client in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // pg would hand out the connection again: with the unanswered statement before the next, or to a
    // server that became a standby.
    onRejection(client, 'query', (error) => {
      const lost = error.message === 'Query read timeout' || isReadOnly(error)
      if (lost) client.connection.stream.destroy()
      return error
    })
  })
  return pool
}

/** The database or its role may say otherwise. */
const limitSession = `select set_config(name, given, false)
  from (values ('statement_timeout', '${statementWithin}'),
               ('idle_in_transaction_session_timeout', '${idleWithin}')) as limits (name, given)
 where current_setting(name) = '0'`

/**
 * The connections of graphile-worker. It writes down how a job ended once, does not wait for that,
 * and tries again only after errors of a few codes. Any other error, such as a broken connection,
 * ends the process and leaves the job locked. So every trouble with the database gets one of those
 * codes, and a job that ends while the database is away is recorded once it is back.
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

/** Has the method's promise reject with what `become` makes of its error. */
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
