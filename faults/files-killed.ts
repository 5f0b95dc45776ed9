import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { begin } from './begin.ts'
import { summarise } from './callers.ts'
import { startUsingFiles } from './file-users.ts'
import { wrongFiles } from './kept-files.ts'
import { runNow } from './money/after-sale.ts'
import { onDatabase } from './orders.ts'
import { startProgram } from './programs.ts'
import type { Scenario } from './scenario.ts'
import { openStore } from './store.ts'
import { copyShop } from './template.ts'
import { deadlocksOf } from './trouble.ts'
import { untilNone } from './until.ts'

const times = 8
/** How long the cleanup after a killed process may take, in milliseconds. */
const forgottenWithin = 120_000

export const filesKilled: Scenario = {
  name: 'files-killed',
  fault: `the process is killed ${times} times while files are written to a bucket, and so are backups`,
  plain: true,
  async run() {
    const folders = copyShop()
    const store = await openStore()
    const server = await openServer(folders.database)
    const env = { LOG_LEVEL: 'silent', ...(await shopPorts()), ...store.env }
    const start = () => startShop(server.url, folders.files, env)
    let shop = await start()
    try {
      const using = await startUsingFiles(shop, server.url)
      for (let n = 0; n < times; n += 1) {
        const inBetween = n % 2 === 0
        store.feel(inBetween ? 'slow to answer' : 'well')
        await delay(Math.random() * 1500)
        if (inBetween) await untilWritten(store.files)
        else {
          while (!using.uploading()) await delay(5)
          await delay(Math.random() * 400)
        }
        await shop.stop('SIGKILL')
        shop = await begin(start)
      }
      store.feel('well')
      const before = { published: using.published.length, downloads: using.downloads() }
      for (let n = 0; n < 90; n += 1) {
        await delay(1000)
        if (using.published.length > before.published && using.downloads() > before.downloads) break
      }
      const problems: string[] = []
      if (using.published.length === before.published) problems.push('nothing more was uploaded')
      if (using.downloads() === before.downloads) problems.push('nobody could download afterwards')
      const answers = await using.stop()
      const wrong = answers.filter(
        ({ status }) => status === 'hung' || (typeof status === 'number' && status >= 500),
      )
      if (wrong.length > 0) problems.push(`wrong answers: ${summarise(wrong)}`)
      problems.push(...(await wrongFiles(server.url, store.files, using.published)))
      const left = await leftBehind(server.url)
      if (left === 0) problems.push('no kill left a file behind: nothing was tried')
      const stray = await strayFiles(server.url, store.files)
      if (stray.length > 0)
        problems.push(`${stray.length} files belong to nothing, such as ${stray[0]}`)
      problems.push(
        ...(await killBackups({ DATABASE_URL: server.url, DATA_DIR: folders.files, ...store.env })),
      )
      problems.push(...deadlocksOf(server))
      return {
        callers: `files: ${summarise(answers)}`,
        kept: `${using.published.length} releases, ${using.downloads()} downloads; ${left} files left behind and forgotten`,
        problems,
      }
    } finally {
      await shop.stop('SIGKILL')
      await store.close()
      await server.stop('SIGQUIT')
      folders.remove()
    }
  },
}

/** Kills backups to another bucket. The next backup must remove their leftovers. */
async function killBackups(env: Record<string, string>): Promise<string[]> {
  const place = await openStore()
  const backUp = () =>
    startProgram('platform/backups/command.ts', ['--keep', '1', place.env.S3_URL], env)
  const written = async () => (await place.files.list('', { limit: 100 })).length
  try {
    let left = 0
    for (const most of [3, 40]) {
      const killed = backUp()
      let over = false
      void killed.ended.then(() => {
        over = true
      })
      while (!over && (await written()) < most) await delay(5)
      await killed.kill()
      left = await written()
    }
    if (left === 0) return ['no backup was killed in the middle']
    const { code, said } = await backUp().ended
    if (code !== 0) return [`the backup after those that were killed: ${said.slice(0, 600)}`]
    const names = new Set<string>()
    for await (const { key } of everyFile(place.files)) names.add(key.split('/')[0]!)
    return names.size === 1 ? [] : [`${names.size - 1} backups that were killed are left`]
  } finally {
    await place.close()
  }
}

/** Waits until the bucket has a file that is not yet acknowledged to the shop. */
async function untilWritten(storage: Storage) {
  const { size } = await keysIn(storage)
  while ((await keysIn(storage)).size <= size) await delay(10)
}

async function keysIn(storage: Storage) {
  const keys = new Set<string>()
  for (const prefix of ['loader/', 'uploads/'])
    for await (const { key } of everyFile(storage, prefix)) keys.add(key)
  return keys
}

const leftBehind = (databaseUrl: string) =>
  onDatabase(databaseUrl, async (db) => {
    const { rows } = await sql`select from files_begun`.execute(db)
    return rows.length
  })

/** Finds files that no row refers to and that are still in the bucket after a day. */
async function strayFiles(databaseUrl: string, storage: Storage): Promise<string[]> {
  return onDatabase(databaseUrl, async (db) => {
    await sql`update release_uploads set touched_at = touched_at - interval '2 days'`.execute(db)
    await sql`update files_begun set begun_at = begun_at - interval '2 days'`.execute(db)
    await runNow(db, 'releases.forget_uploads')
    const list = async () => {
      const { rows } = await sql<{ key: string }>`
        select storage_key as key from loader_releases
         union all select storage_key from loader_builds
                    where status = 'ready' and discarded_at is null
         union all select storage_key from release_upload_parts`.execute(db)
      const named = new Set(rows.map(({ key }) => key))
      return [...(await keysIn(storage))].filter((key) => !named.has(key))
    }
    return untilNone(list, { within: forgottenWithin, every: 500 })
  })
}
