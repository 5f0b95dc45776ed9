import pg from 'pg'

/** Detects a server that vanished with its machine within half a minute instead of two hours. */
export const missServer = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Connection timeout in milliseconds: some servers accept a connection and never respond. */
const connectWithin = 10_000

/** Creates a client. Connect it, and call `leave` at the end. */
export function newClient(url: string, options: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    ...missServer,
    connectionTimeoutMillis: connectWithin,
    ...options,
    connectionString: url,
  })
  // A broken connection rejects its query; without a listener it would also end the process.
  client.on('error', () => {})
  return client
}

/** False for a standby, and for a server that an operator made read-only. */
export async function acceptsWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('show transaction_read_only')
  return rows[0].transaction_read_only === 'off'
}

/** How long the server may take to close the connection, in milliseconds. */
const leaveWithin = 1000

/** A server that does not respond must not delay a shutdown. */
export async function leave(client: pg.Client) {
  const cut = setTimeout(() => client.connection.stream.destroy(), leaveWithin)
  await client.end().catch(() => {})
  clearTimeout(cut)
}

/** A server then notices a lost client within 30 seconds, not two hours, and releases its locks. */
export const missMachine = `select set_config('tcp_keepalives_' || key, value, false)
  from json_each_text('{ "idle": 10, "interval": 5, "count": 4 }')`
