import type { Socket } from 'node:net'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { readMessages, textAt } from '#server/kernel/testing/postgres-messages.ts'

/**
 * `before`: the database has not received the commit. `after`: the database has committed, but the
 * client has no response yet.
 */
type Moment = 'before' | 'after'

type Armed = { left: number; moment: Moment; of: RegExp; reached: (said: string) => void }

const begins = /^\s*(begin|start transaction)\b/i
const commits = /^\s*commit\b/i
const writes = /\b(insert into|update|delete from|add_job)\b/i

/**
 * A database proxy that counts commits, so that a fault can be injected at an exact commit. The
 * connection that is committing then receives nothing more.
 */
export async function openCommitProxy(databaseUrl: string) {
  const stuck = new Set<Socket>()
  let armed: Armed | undefined

  /** Counts the statements of a transaction. Returns the waiting fault if this is its commit. */
  function takeReached(said: readonly string[]): Armed | undefined {
    if (!armed) return undefined
    const { of } = armed
    if (!said.some((text) => writes.test(text)) || !said.some((text) => of.test(text)))
      return undefined
    armed.left -= 1
    if (armed.left > 0) return undefined
    const reached = armed
    armed = undefined
    return reached
  }

  const { url, close } = await openDatabaseProxy(databaseUrl, (client, server) => {
    const statements = new Map<string, string>()
    /** The statements since the connection was last outside a transaction. */
    let said: string[] = []
    let inTransaction = false
    let due: Armed | undefined
    const stop = ({ reached }: Armed) => {
      stuck.add(client)
      reached(said.join('; ').replace(/\s+/g, ' ').slice(0, 120))
    }
    function hear(text: string) {
      if (begins.test(text)) inTransaction = true
      if (!commits.test(text)) said.push(text)
      if (inTransaction && !commits.test(text)) return
      const one = takeReached(said)
      if (one?.moment === 'before') stop(one)
      else due = one
    }
    const fromClient = readMessages('client', (type, body) => {
      const name = type === 'P' || type === 'Q' ? textAt(body, 0) : ''
      if (type === 'P') statements.set(name, textAt(body, name.length + 1))
      if (type === 'Q') hear(name)
      if (type === 'B') hear(statements.get(textAt(body, textAt(body, 0).length + 1)) ?? '')
    })
    const fromServer = readMessages('server', (type, body) => {
      const idle = type === 'Z' && body.toString() === 'I'
      if (!idle) return
      if (due) stop(due)
      due = undefined
      inTransaction = false
      said = []
    })
    client.on('data', (chunk) => {
      fromClient(chunk)
      if (!stuck.has(client)) server.write(chunk)
    })
    server.on('data', (chunk) => {
      fromServer(chunk)
      if (!stuck.has(client)) client.write(chunk)
    })
    client.on('close', () => stuck.delete(client))
  })

  return {
    url,
    close,
    /**
     * Waits for the nth commit from now that writes to any of the given tables, before or after the
     * database commits it. Resolves to the statements of the transaction.
     */
    reach(nth: number, moment: Moment, of: RegExp): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>()
      armed = { left: nth, moment, of, reached: resolve }
      return promise
    },
    pass() {
      armed = undefined
    },
    /** Closes the connection that is held at its commit. */
    cut() {
      for (const socket of stuck) socket.destroy()
    },
  }
}
