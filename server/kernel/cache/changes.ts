import { setTimeout as delay } from 'node:timers/promises'
import { keepConnection } from '#server/kernel/database/kept-connection.ts'

/** Triggers announce these topics to all processes: see `notify_changed`. */
export const topics = [
  'catalogue',
  'blog',
  'status',
  'stills',
  'settings',
  'texts',
  'currencies',
  'services',
  'clock',
] as const
export type Topic = (typeof topics)[number]

/** A listener that throws is called again until it succeeds or a later change is announced. */
type Listener = (topic: Topic) => unknown

export type Changes = {
  on(listener: Listener): void
  /** The permissions of a user have changed. Null: those of any user may have changed. */
  onAccess(listener: (userId: number | null) => void): void
  /** Notifies this process only, for data outside the database. */
  emit(topic: Topic): void
  stop(): Promise<void>
}

/** Announces every topic after a reconnect. `url` must not go through a transaction pooler. */
export async function listenForChanges(url: string): Promise<Changes> {
  const listeners: Listener[] = []
  /** How often each topic was announced. */
  const told = new Map<Topic, number>()
  let stopped = false
  const ofAccess: ((userId: number | null) => void)[] = []
  const emitAccess = (userId: number | null) => {
    for (const listener of ofAccess) listener(userId)
  }
  const emit = (topic: Topic) => {
    const times = (told.get(topic) ?? 0) + 1
    told.set(topic, times)
    const isLast = () => !stopped && told.get(topic) === times
    for (const listener of listeners) void tell(listener, topic, isLast)
  }
  const connection = await keepConnection(url, {
    async prepare(client) {
      client.on('notification', ({ payload }) => {
        if (topics.includes(payload as Topic)) emit(payload as Topic)
        const [, userId] = /^access (\d+)$/.exec(payload ?? '') ?? []
        // 0 stands for all users.
        if (userId) emitAccess(Number(userId) || null)
      })
      await client.query('listen changed')
    },
    onReturn: () => {
      topics.forEach(emit)
      emitAccess(null)
    },
  })
  return {
    on: (listener) => void listeners.push(listener),
    onAccess: (listener) => void ofAccess.push(listener),
    emit,
    stop() {
      stopped = true
      return connection.close()
    },
  }
}

/** Milliseconds between two attempts of a listener. */
const pause = 500

/** Retries, because listeners read through other connections, which may be in use or down. */
async function tell(listener: Listener, topic: Topic, isLast: () => boolean) {
  for (;;) {
    try {
      return await listener(topic)
    } catch {
      await delay(pause, undefined, { ref: false })
      if (!isLast()) return
    }
  }
}
