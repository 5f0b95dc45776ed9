import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/kernel/config/start-error.ts'
import { acceptsWrites, newClient } from './client.ts'

type Variable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/** How long connecting and then a notification may take, in milliseconds. */
const connectWithin = 10_000
const hearWithin = 3000

/** Throws a StartError, which names the variable but never the address with the password. */
export async function assertReachable(name: Variable, url: string) {
  const client = await connect(name, url)
  const isPrimary = await acceptsWrites(client).finally(() => client.end())
  if (isPrimary) return
  throw new StartError(
    `The database in ${name} accepts no writes. If it is a standby, set ${name} to the address of the primary server.`,
  )
}

/** Behind a transaction pooler, pages would silently become outdated and jobs would start late. */
export async function assertListens(name: Variable, url: string) {
  const listener = await connect(name, url)
  const teller = await connect(name, url)
  try {
    const heard = once(listener, 'notification').then(() => true)
    await listener.query('listen loadout_start')
    await teller.query('notify loadout_start')
    if (await Promise.race([heard, delay(hearWithin, false, { ref: false })])) return
  } finally {
    await Promise.all([listener.end(), teller.end()])
  }
  throw new StartError(
    `Notifications do not arrive through ${name}, which usually means a transaction pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the database itself.`,
  )
}

async function connect(name: Variable, url: string): Promise<pg.Client> {
  try {
    const client = newClient(url, {
      connectionTimeoutMillis: connectWithin,
      query_timeout: connectWithin,
    })
    await client.connect()
    return client
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(
      `The database in ${name} cannot be used (${message || code}). Check that it is running and that the user may connect.`,
    )
  }
}
