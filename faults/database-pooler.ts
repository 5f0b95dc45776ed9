import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { findFront } from './front.ts'
import { onDatabase } from './orders.ts'
import { openPooled, type Pooled } from './pooler.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'
import { copyShop } from './template.ts'
import { until } from './until.ts'

const sentence = 'Set DATABASE_DIRECT_URL to the address of the database itself'
/** How long a change may take to reach the pages, and scheduled jobs to run again, in milliseconds. */
const seenWithin = 10_000
const scheduledWithin = 130_000

export const databasePooler: Scenario = {
  name: 'database-pooler',
  fault: 'PgBouncer hands out connections by the transaction, is killed, and loses the database',
  plain: true,
  async run() {
    const program = findFront('pgbouncer')
    if (!program) return { skipped: 'pgbouncer is not installed' }
    const open = (folder: string, settings: Record<string, string>) =>
      openPooled(program, folder, settings)
    const problems: string[] = []
    const outcome = await playFault({ open }, async ({ server, proxy, shop }) => {
      await server.pooler.stop('SIGKILL')
      await delay(2000)
      await server.pooler.start()
      await delay(2000)
      await restartDatabase(server)
      await delay(2000)
      proxy.cut()
      await delay(2000)
      if (!(await changeIsSeen(server.url, shop.url)))
        problems.push('a change of the catalogue was not seen')
      if (!(await schedulesRun(server.url)))
        problems.push('the schedules of every minute did not continue')
    })
    const refusal = await startWithoutWayPast(open)
    if (refusal !== null) problems.push(`without the way past it the start says: ${refusal}`)
    return { ...outcome, problems: [...outcome.problems, ...problems] }
  },
}

/** Stopping the whole server would also stop the pooler. */
async function restartDatabase(server: Pooled) {
  await server.vanish()
  await server.start()
}

function changeIsSeen(databaseUrl: string, shopUrl: string): Promise<boolean> {
  const shown = async () => (await fetch(`${shopUrl}/api/games`)).text()
  return onDatabase(databaseUrl, async (db) => {
    await shown()
    await db.updateTable('products').set({ name: 'Changed' }).execute()
    const isSeen = async () => (await shown()).includes('Changed')
    return until(isSeen, { within: seenWithin, every: 50 })
  })
}

function schedulesRun(databaseUrl: string): Promise<boolean> {
  return onDatabase(databaseUrl, async (db) => {
    const began = new Date()
    const hasRun = async () => {
      const { rows } = await sql`
        select from schedules where identifier like '% * * * * *'
           and next_at > ${began}::timestamptz + interval '1 minute'`.execute(db)
      return rows.length > 0
    }
    return until(hasRun, { within: scheduledWithin, every: 50 })
  })
}

/**
 * Returns null if the start fails with the sentence that names the solution, otherwise the actual
 * result.
 */
async function startWithoutWayPast(
  open: (folder: string, settings: Record<string, string>) => Promise<Pooled>,
): Promise<string | null> {
  const folders = copyShop()
  const server = await open(folders.database, {})
  try {
    const shop = await startShop(server.front, folders.files, { LOG_LEVEL: 'silent' })
    await shop.stop('SIGKILL')
    return 'nothing'
  } catch (error) {
    const { message } = error as Error
    return message.includes(sentence) && !message.includes('    at ') ? null : message
  } finally {
    await server.stop('SIGQUIT')
    folders.remove()
  }
}
