import pg from 'pg'
import { StartError } from '#server/kernel/config/start-error.ts'

/** Holds a shared lock. The process with the exclusive one is alone and may stop the server. */
export type Keeper = pg.Client

const membership = 0x10ad
const leaving = 0x10ae

/** Undefined if the server starts, stops or is gone: check again. `silent` if it is too slow. */
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
        'The running PostgreSQL does not accept the password stored with its data. Stop it and start again.',
      )
    }
    return message.includes('timeout') ? 'silent' : undefined
  }
}

/** True if this process was the last: it must then stop the server. New ones wait until then. */
export async function leaveAsLast(keeper: Keeper): Promise<boolean> {
  try {
    // Processes leave one at a time. Otherwise two would see each other and leave it running.
    await keeper.query('select pg_advisory_lock($1)', [leaving])
    const { rows } = await keeper.query('select pg_try_advisory_lock($1) as alone', [membership])
    if (!rows[0].alone) await keeper.query('select pg_advisory_unlock_shared($1)', [membership])
    return rows[0].alone
  } catch {
    // The server closed the connection, so there are no other users to consider.
    return true
  }
}
