import { leave, newClient } from '#server/kernel/database/client.ts'

type Say = (sentence: string) => void

/** Milliseconds before the first report about a migration, and between two reports. */
const sayEvery = 10_000

/** Reports over a second connection. `current` names the running step. Returns a stop function. */
export function sayWaits(
  databaseUrl: string,
  pid: number,
  current: () => string,
  say: Say,
  every = sayEvery,
) {
  const began = performance.now()
  let asking = false
  let ended = false
  async function tell() {
    if (asking) return
    asking = true
    const reason = await findReason(databaseUrl, pid, Math.max(every, 1000)).catch(
      (error: Error) => `the database does not respond (${error.message})`,
    )
    asking = false
    const seconds = Math.round((performance.now() - began) / 1000)
    if (!ended) say(`${current()}, after ${seconds} s: ${reason}.`)
  }
  const timer = setInterval(() => void tell(), every).unref()
  return () => {
    ended = true
    clearInterval(timer)
  }
}

type Blocker = { pid: number; name: string; state: string; seconds: number }

async function findReason(databaseUrl: string, pid: number, within: number): Promise<string> {
  const client = newClient(databaseUrl, { connectionTimeoutMillis: within, query_timeout: within })
  try {
    await client.connect()
    const { rows } = await client.query<Blocker>(
      `select pid, coalesce(nullif(application_name, ''), usename, backend_type) as name,
              coalesce(state, 'running') as state,
              extract(epoch from now() - coalesce(xact_start, state_change, backend_start))::int as seconds
         from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid`,
      [pid],
    )
    if (rows.length === 0) return 'its statement is still running'
    const blockers = rows.map(
      ({ pid, name, state, seconds }) =>
        `the database process ${pid} (${name}, ${state} for ${seconds} s)`,
    )
    return `it waits for a lock of ${blockers.join(' and ')}`
  } finally {
    await leave(client)
  }
}
