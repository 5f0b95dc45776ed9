import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Maximum number of prepared statements per connection. They take memory in the database. */
const most = 150
/** How often a statement must run before it is prepared. */
const often = 20

/**
 * Prepares repeated statements. Not for connections through a transaction pooler. Queries with a
 * limit are planned each time, because the best plan depends on the parameters.
 */
export function keepStatements(pool: pg.Pool) {
  const seen = new LRUCache<string, { times: number }>({ max: 1000 })
  const names = new Map<string, string>()
  let keeping = true

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= most || / limit \$\d/.test(text)) return known
    const entry = seen.get(text) ?? { times: 0 }
    seen.set(text, entry)
    entry.times += 1
    if (entry.times < often) return undefined
    seen.delete(text)
    const name = `kept_${names.size}`
    names.set(text, name)
    return name
  }

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>
    const kept = (...given: unknown[]) => {
      const [text, values] = given
      const simple = typeof text !== 'string' || !Array.isArray(values) || values.length === 0
      const name = keeping && !simple && given.length === 2 ? nameOf(text) : undefined
      if (!name) return query(...given)
      return query({ name, text, values }).catch((error) => {
        if (isGone(error)) keeping = false
        throw error
      })
    }
    Object.assign(client, { query: kept })
  })
}

/** The error of a prepared statement whose table has changed, or that a pooler dropped. */
function isGone({ code, message }: Error & { code?: string }): boolean {
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan'))
}
