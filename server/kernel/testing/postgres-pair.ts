import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openServer, ownByAccount, type Server } from './own-postgres.ts'

export type Pair = Server & {
  /** Promotes the standby after the primary is gone. `url` is its address from then on. */
  promote(): Promise<void>
  standby: Server
}

/** The synchronous standby has every commit that the primary acknowledged. Stopping stops both. */
export async function openPair(folder: string, settings: Record<string, string>): Promise<Pair> {
  const copy = `${folder}-standby`
  cpSync(folder, copy, { recursive: true })
  writeFileSync(path.join(copy, 'data', 'standby.signal'), '')
  ownByAccount(copy)
  const primary = await openServer(folder, { ...settings, synchronous_standby_names: '*' })
  const { port } = new URL(primary.url)
  const standby = await openServer(copy, {
    ...settings,
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`,
  })
  await until(primary.url, `select from pg_stat_replication where sync_state = 'sync'`)
  let leader = primary
  return {
    ...primary,
    get url() {
      return leader.url
    },
    standby,
    async promote() {
      await until(standby.url, 'select where pg_promote()')
      leader = standby
    },
    async stop(signal) {
      await primary.stop(signal)
      await standby.stop(signal)
    },
  }
}

async function until(url: string, query: string) {
  const client = new pg.Client(url)
  await client.connect()
  while ((await client.query(query)).rowCount === 0) await delay(20)
  await client.end()
}
