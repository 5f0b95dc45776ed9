import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { openPair, type Pair } from '#server/kernel/testing/postgres-pair.ts'
import { openFront } from './front.ts'

const documentation = new URL('../docs/operating/scale.md', import.meta.url)

/** Connects the shop to a pair of servers through HAProxy. Stopping stops all of them. */
export async function openBehindHaproxy(
  program: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Pair & { front: string }> {
  const pair = await openPair(folder, settings)
  await addCheckRole(pair.url)
  const file = path.join(folder, 'haproxy.cfg')
  const addresses = [pair, pair.standby].map(({ url }) => new URL(url).host)
  const haproxy = await openFront(program, (port) => {
    writeFileSync(file, configuration(port, addresses))
    return ['-db', '-f', file]
  })
  const { stop } = pair
  return Object.assign(pair, {
    front: haproxy.url,
    async stop(signal?: NodeJS.Signals) {
      await haproxy.stop('SIGKILL')
      await stop(signal)
    },
  })
}

/** The documented configuration with the addresses of this machine. */
function configuration(port: number, [primary, standby]: string[]): string {
  const [, documented = ''] =
    /```haproxy\n(.*?\n) *```/s.exec(readFileSync(documentation, 'utf8')) ?? []
  return documented
    .replace('bind :5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', primary!)
    .replace('10.0.0.12:5432', standby!)
}

async function addCheckRole(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create role haproxy login')
  await client.end()
}
