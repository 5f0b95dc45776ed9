import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** What the database tells all processes about: see the triggers that call `notify_changed`. */
export type Topic = 'catalogue' | 'blog' | 'status' | 'settings' | 'currencies'
const topics: Topic[] = ['catalogue', 'blog', 'status', 'settings', 'currencies']

export type Changes = {
  on(listener: (topic: Topic) => void): void
  /** Tells this process only, for what does not live in the database. */
  emit(topic: Topic): void
  stop(): Promise<void>
}

/**
 * Listens on a connection of its own. While it is broken anything may have changed, so every topic
 * is told as changed when it is back. `url` must not go through a transaction pooler.
 */
export async function listenForChanges(url: string): Promise<Changes> {
  const listeners: ((topic: Topic) => void)[] = []
  const tell = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
  }
  let stopped = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('error', () => {})
    next.on('end', () => void reconnect())
    next.on('notification', ({ payload }) => {
      if (topics.includes(payload as Topic)) tell(payload as Topic)
    })
    await next.connect()
    await next.query('listen changed')
    return next
  }

  async function reconnect() {
    while (!stopped) {
      await delay(500)
      try {
        client = await connect()
        return topics.forEach(tell)
      } catch {
        // Tried again until the database is back; readiness reports it meanwhile.
      }
    }
  }

  return {
    on: (listener) => void listeners.push(listener),
    emit: tell,
    async stop() {
      stopped = true
      await client.end().catch(() => {})
    },
  }
}
