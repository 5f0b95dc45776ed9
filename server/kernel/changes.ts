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

export type Changes = {
  on(listener: (topic: Topic) => void): void
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
  const listeners: ((topic: Topic) => void)[] = []
  const ofAccess: ((userId: number | null) => void)[] = []
  const emitAccess = (userId: number | null) => {
    for (const listener of ofAccess) listener(userId)
  }
  const emit = (topic: Topic) => {
    for (const listener of listeners) listener(topic)
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
    stop: connection.close,
  }
}
