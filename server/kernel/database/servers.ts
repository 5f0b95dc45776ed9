import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** In milliseconds: for all servers to respond, and for the others once one is found. */
const answerWithin = 3000
const othersWithin = 500

type Server = { url: string; host: string; port: number }

/** Splits a connection URL into one URL per server, as libpq reads it. */
export function serverUrls(url: string): string[] {
  // The password may contain any character; the hosts follow the last @.
  const [, scheme = '', authority = '', rest = ''] =
    url.match(/^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s) ?? []
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  if (hosts.length < 2) return [url]
  const [path = '', query = ''] = rest.split('?', 2)
  const others = query
    .split('&')
    .filter((part) => part && !part.startsWith('target_session_attrs='))
  const tail = others.length > 0 ? `${path}?${others.join('&')}` : path
  return hosts.map((host) => `${scheme}${authority.slice(0, at)}${host}${tail}`)
}

/** Detects a server that vanished with its machine within half a minute instead of two hours. */
export const missServer = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Connection timeout in milliseconds: some servers accept a connection and never respond. */
const connectWithin = 10_000

/** Creates a client for the primary server. Connect it, and call `leave` at the end. */
export function newClient(url: string, options: pg.ClientConfig = {}): pg.Client {
  const client = new (clientClass(url))({
    ...missServer,
    connectionTimeoutMillis: connectWithin,
    ...options,
    connectionString: serverUrls(url)[0]!,
  })
  // A broken connection rejects its query; without a listener it would also end the process.
  client.on('error', () => {})
  return client
}

/** How long the server may take to close the connection, in milliseconds. */
const leaveWithin = 1000

/** A server that does not respond must not delay a shutdown. */
export async function leave(client: pg.Client) {
  const cut = setTimeout(() => client.connection.stream.destroy(), leaveWithin)
  await client.end().catch(() => {})
  clearTimeout(cut)
}

/** The pool options for connecting to the primary server. */
export const leadingTo = (url: string) => ({
  connectionString: serverUrls(url)[0]!,
  Client: clientClass(url) as new () => pg.Client,
})

/** A server then notices a lost client within 30 seconds, not two hours, and releases its locks. */
export const missMachine = `select set_config('tcp_keepalives_' || key, value, false)
  from json_each_text('{ "idle": 10, "interval": 5, "count": 4 }')`

function clientClass(url: string): typeof pg.Client {
  if (serverUrls(url).length === 1) return pg.Client
  const known = classes.get(url)
  if (known) return known
  const made = leadingClient(watchServers(serverUrls(url)))
  classes.set(url, made)
  return made
}

/** By URL, so that all connections of a URL share the known primary. A process uses few URLs. */
const classes = new Map<string, typeof pg.Client>()

type Servers = ReturnType<typeof watchServers>

/** pg itself knows one host. This class finds the primary before it connects. */
function leadingClient(servers: Servers): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error, client?: pg.Client) => void) {
      const connected = this.#connect()
      if (!callback) return connected
      connected.then((client) => callback(null as never, client), callback)
    }

    async #connect(): Promise<pg.Client> {
      const { host, port } = await servers.inCharge()
      // The caller stopped waiting in the meantime.
      if (this.connection.stream.destroyed) throw new Error('timeout expired')
      Object.assign(this, { host, port })
      // A connection breaks when its server ends. Another server may then be the primary.
      this.on('error', servers.forget)
      try {
        await super.connect()
        if ((await super.query(timeline)).rows[0].timeline === null)
          throw away('It does not accept writes')
        return this
      } catch (error) {
        servers.forget()
        this.connection.stream.destroy()
        throw error
      }
    }
  }
}

/** Each failover raises it by one, so the highest is the primary's. Null on a read-only server. */
const timeline = `select case when current_setting('transaction_read_only') = 'off'
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/** Queries all servers at once to find the primary, and again after `forget`. */
function watchServers(urls: readonly string[]) {
  const servers = urls.map((url) => {
    const { host, port } = new pg.Client(url)
    return { url, host, port }
  })
  let asked: Promise<Server> | null = null
  const forget = () => {
    asked = null
  }
  return {
    inCharge() {
      if (!asked) {
        const asking = findInCharge(servers)
        asked = asking
        asking.catch(() => {
          if (asked === asking) forget()
        })
      }
      return asked
    },
    forget,
  }
}

async function findInCharge(servers: readonly Server[]): Promise<Server> {
  const taking: { server: Server; timeline: number }[] = []
  const reasons: string[] = []
  const all = servers.map(async (server) => {
    const found = await ask(server)
    if (typeof found === 'number') taking.push({ server, timeline: found })
    else reasons.push(`${server.host}:${server.port}: ${found}`)
    return typeof found === 'number'
  })
  const everyone = Promise.all(all)
  await Promise.race([everyone, anyTrue(all).then(() => delay(othersWithin, null, { ref: false }))])
  const best = taking.sort((a, b) => b.timeline - a.timeline)[0]
  if (best) return best.server
  throw away(`No server accepts writes (${reasons.join('; ')})`)
}

/** Resolves once one of them is true, and never if none is. */
function anyTrue(promises: Promise<boolean>[]): Promise<void> {
  return new Promise((resolve) => {
    for (const promise of promises) void promise.then((is) => is && resolve())
  })
}

/** Returns the timeline of a server that accepts writes, or else the reason why it does not. */
async function ask({ url }: Server): Promise<number | string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithin,
    query_timeout: answerWithin,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(timeline)
    return rows[0]!.timeline ?? 'it is a standby'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return message || String(code)
  } finally {
    client.connection.stream.destroy()
  }
}

/** An error that counts as a database problem: it has the code of an unreachable server. */
const away = (message: string) => Object.assign(new Error(message), { code: 'EHOSTUNREACH' })
