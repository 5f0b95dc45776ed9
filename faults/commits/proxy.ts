import type { Socket } from 'node:net'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { readMessages, textAt } from '#server/kernel/testing/postgres-messages.ts'

/** The database has not heard of it yet, or has committed it and nobody has had its answer. */
type Moment = 'before' | 'after'

type Armed = { left: number; moment: Moment; of: RegExp; reached: (said: string) => void }

const begins = /^\s*(begin|start transaction)\b/i
const commits = /^\s*commit\b/i
const writes = /\b(insert into|update|delete from|add_job)\b/i

/**
 * A way to a database that counts what is committed, so that something can be done at exactly one
 * commit. The connection that is committing then hears nothing more.
 */
export async function openCommitProxy(databaseUrl: string) {
  const stuck = new Set<Socket>()
  let armed: Armed | undefined

  /** Counts what was said; answers whom to tell when it is the commit that is waited for. */
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
    /** Since the connection was in no transaction. */
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
    /** Resolves to what was said once the nth commit from now that writes any of these is due, or made. */
    reach(nth: number, moment: Moment, of: RegExp): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>()
      armed = { left: nth, moment, of, reached: resolve }
      return promise
    },
    pass() {
      armed = undefined
    },
    /** Breaks the connection that hears nothing more. */
    cut() {
      for (const socket of stuck) socket.destroy()
    },
  }
}
