import { sql } from 'kysely'
import type { Changes } from '#server/kernel/cache/changes.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Node.js timers are limited to about 24 days. */
const longest = 86_400

/** Announces starts and ends of sales to refresh cached pages. Prices use the database's clock. */
export async function watchSales(db: Database, changes: Changes): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  async function look() {
    const mine = ++looks
    clearTimeout(timer)
    const seconds = await secondsToNext(db)
    if (mine !== looks || seconds === null) return
    const wait = Math.ceil(Math.min(seconds, longest) * 1000) + 1
    timer = setTimeout(() => changes.emit('catalogue'), wait).unref()
  }
  changes.on(async (topic) => {
    if (topic === 'catalogue' || topic === 'clock') await look()
  })
  await look()
  return () => {
    looks += 1
    clearTimeout(timer)
  }
}

async function secondsToNext(db: Database): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(moment) - now())::float8 as seconds
      from products, unnest(array[sale_from, sale_to]) as moment
     where moment > now()`.execute(db)
  return rows[0]!.seconds
}
