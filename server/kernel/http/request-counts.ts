import { createHash } from 'node:crypto'
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/kernel/database/database.ts'

type Count = { current: number; ttl: number }
type Counted = (error: Error | null, count?: Count) => void
type Limited = {
  routeInfo?: { method?: string | string[]; url?: string }
  /** The name of a count that all processes share, if it belongs to no endpoint. */
  shared?: string
}

const remembered = 5000

/** Counts endpoint limits in the database. Visitor limits are in memory: most requests use them. */
export function requestCounts(db: Database): FastifyRateLimitStoreCtor {
  return class RequestCounts {
    private readonly count: (key: string, window: number, most: number) => Count | Promise<Count>

    constructor({ routeInfo, shared }: Limited = {}) {
      const name = shared ?? (routeInfo?.url && `${routeInfo.method} ${routeInfo.url}`)
      this.count = name ? countedByAll(db, name) : countedHere()
    }

    incr(key: string, done: Counted, timeWindow: number, max: number) {
      const counted = this.count(key, timeWindow, max)
      if (counted instanceof Promise) counted.then((count) => done(null, count), done)
      else done(null, counted)
    }

    child(options: object) {
      return new RequestCounts(options)
    }
  }
}

type Window = { times: number; ends: number }

function countedHere() {
  const windows = new LRUCache<string, Window>({ max: remembered })
  return (key: string, timeWindow: number): Count => {
    const now = performance.now()
    const known = windows.get(key)
    const window = known && known.ends > now ? known : { times: 0, ends: now + timeWindow }
    window.times += 1
    windows.set(key, window)
    return { current: window.times, ttl: window.ends - now }
  }
}

/** Rejects visitors above the limit without another query. */
function countedByAll(db: Database, name: string) {
  const beyond = new LRUCache<string, Window>({ max: remembered })
  return async (key: string, timeWindow: number, most: number): Promise<Count> => {
    const now = performance.now()
    const known = beyond.get(key)
    if (known && known.ends > now) return { current: known.times, ttl: known.ends - now }
    const count = await countInDatabase(db, hashOf(`${name} ${key}`), timeWindow)
    if (count.current > most) beyond.set(key, { times: count.current, ends: now + count.ttl })
    return count
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16)

async function countInDatabase(db: Database, key: Buffer, timeWindow: number): Promise<Count> {
  const isOver = sql`request_counts.ends_at <= now()`
  const end = sql<Date>`now() + make_interval(secs => ${timeWindow / 1000})`
  const { current, ttl } = await db
    .insertInto('request_counts')
    .values({ key, ends_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        times: sql`case when ${isOver} then 1 else request_counts.times + 1 end`,
        ends_at: sql`case when ${isOver} then ${end} else request_counts.ends_at end`,
      }),
    )
    .returning([
      'times as current',
      sql<number>`ceil(extract(epoch from ends_at - now()) * 1000)::int`.as('ttl'),
    ])
    .executeTakeFirstOrThrow()
  return { current, ttl }
}
