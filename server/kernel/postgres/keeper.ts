import pg from 'pg'
import { StartError } from '../start-error.ts'

/**
 * The connection by which a process counts as a user of the server for as long as it lives: it
 * holds a shared advisory lock. A process that gets the exclusive lock is alone and may stop the
 * server.
 */
export type Keeper = pg.Client

const membership = 0x10ad
const leaving = 0x10ae

/**
 * Joins the users of a running server. Undefined: it is starting, stopping or gone, look again.
 * `silent`: it did not answer in time.
 */
export async function join(
  port: number,
  password: string,
  answerWithinMs: number,
): Promise<Keeper | 'silent' | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'loadout keeper',
    connectionTimeoutMillis: answerWithinMs,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Waits here while the last user stops the server, and then fails with it.
    await client.query('select pg_advisory_lock_shared($1)', [membership])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const { code, message } = error as pg.DatabaseError
    if (code === '28P01') {
      throw new StartError(
        'The running PostgreSQL does not accept the password beside its data: stop it and start again.',
      )
    }
    return message.includes('timeout') ? 'silent' : undefined
  }
}

/**
 * Stops counting as a user. True when this process was the last one: the caller must then stop the
 * server, and a process that joins meanwhile waits until it has stopped.
 */
export async function leaveAsLast(keeper: Keeper): Promise<boolean> {
  try {
    // One after the other, or two who leave at once would each see the other and leave it running.
    await keeper.query('select pg_advisory_lock($1)', [leaving])
    const { rows } = await keeper.query('select pg_try_advisory_lock($1) as alone', [membership])
    if (!rows[0].alone) await keeper.query('select pg_advisory_unlock_shared($1)', [membership])
    return rows[0].alone
  } catch {
    // The server broke the connection, so there is nobody to consider.
    return true
  }
}
