import { setTimeout as delay } from 'node:timers/promises'
import { keepConnection } from './kept-connection.ts'

/** What the database tells all processes about: see the triggers that call `notify_changed`. */
export const topics = [
  'catalogue',
  'blog',
  'status',
  'stills',
  'settings',
  'currencies',
  'services',
  'clock',
] as const
export type Topic = (typeof topics)[number]

/** One that reads and fails is told again, until it has read or a later change is told. */
type Listener = (topic: Topic) => unknown

export type Changes = {
  on(listener: Listener): void
  /** Something changed of what a user may do; null: of anybody, as it is not known of whom. */
  onAccess(listener: (userId: number | null) => void): void
  /** Tells this process only, for what does not live in the database. */
  emit(topic: Topic): void
  stop(): Promise<void>
}

/**
 * Listens on a connection of its own. While it is broken anything may have changed, so every topic
 * is told as changed when it is back. `url` must not go through a transaction pooler.
 */
export async function listenForChanges(url: string): Promise<Changes> {
  const listeners: Listener[] = []
  /** How often each topic was told. */
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
        // 0: of everybody.
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

/** Between two tries of a listener, in milliseconds. */
const pause = 500

/**
 * What it reads goes by other connections than what it is told by: those may be all in use, or their
 * pooler away, while this one lives.
 */
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
