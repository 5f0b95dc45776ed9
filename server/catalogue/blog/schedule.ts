import { sql } from 'kysely'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Database } from '#server/kernel/database/database.ts'

const longest = 24 * 3_600_000

/** Nothing is written when a scheduled post is due, so a timer notifies this process. */
export function watchSchedule(db: Database, changes: Changes): () => void {
  let timer: NodeJS.Timeout | undefined
  let asked = 0
  let stopped = false

  async function plan() {
    clearTimeout(timer)
    asked += 1
    const question = asked
    const wait = await untilNextPost(db)
    if (stopped || question !== asked || wait === null) return
    timer = setTimeout(() => changes.emit('blog'), Math.min(wait, longest))
    timer.unref()
  }

  changes.on(async (topic) => {
    if (topic === 'blog' && !stopped) await plan()
  })
  // The topic is announced again when the database is back.
  plan().catch(() => {})
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Milliseconds until the next scheduled post is published; null if none is scheduled. */
async function untilNextPost(db: Database): Promise<number | null> {
  const { wait } = await db
    .selectFrom('blog_posts')
    .select(
      sql<number | null>`extract(epoch from min(published_at) - clock_timestamp()) * 1000`.as(
        'wait',
      ),
    )
    .where('published_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return wait === null ? null : Math.max(1, Math.ceil(wait))
}
