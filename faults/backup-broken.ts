import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { listAttempts, listBackups, openPlace } from '#server/platform/backups/place.ts'
import { startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders, onDatabase } from './orders.ts'
import { startProgram } from './programs.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { copyShop } from './template.ts'

/** Additional files, so that a backup takes a while. */
const files = 200
const restored = 'restored'

export const backupBroken: Scenario = {
  name: 'backup-broken',
  fault: 'backups killed, cut from the database and two at once, a restore killed, under load',
  plain: true,
  async run() {
    const folders = copyShop()
    const place = mkdtempSync(path.join(tmpdir(), 'loadout-place-'))
    addFiles(path.join(folders.files, 'files', 'images'))
    const server = await openServer(folders.database)
    const proxy = await openDatabaseProxy(server.url)
    const shop = await startShop(server.url, folders.files, { LOG_LEVEL: 'silent' })
    const problems: string[] = []
    const backUp = (url = server.url) =>
      startProgram('platform/backups/command.ts', [place, '--keep', '3'], {
        DATABASE_URL: url,
        DATA_DIR: folders.files,
      })
    /** Whether a new backup is in progress. */
    const begun = () => {
      const before = new Set(readdirSync(place))
      return () => readdirSync(place).some((name) => !name.startsWith('.') && !before.has(name))
    }
    try {
      const calling = startCalling(shop.url, await everydayCalls(server.url), 20)
      const ends: string[] = []
      for (const ms of [0, 50, 100, 200, 300]) {
        const making = backUp()
        await making.working(begun(), ms)
        const { code } = await making.kill()
        ends.push(code === 0 ? 'made' : 'killed')
      }
      for (const ms of [0, 50, 150]) {
        const making = backUp(proxy.url)
        await making.working(begun(), ms)
        proxy.cut()
        const { code, said } = await making.ended
        ends.push(code === 0 ? 'made' : 'failed')
        if (/^ {4}at /m.test(said)) problems.push(`one said a stack: ${said.slice(0, 400)}`)
      }
      const both = await Promise.all([backUp().ended, backUp().ended])
      const refused = both.filter(({ said }) => said.includes('is already running'))
      if (both.some(({ code, said }) => code !== 0 && !said.includes('is already running')))
        problems.push(`of two at once: ${both.map(({ said }) => said).join(' ')}`)
      ends.push(`${both.length - refused.length} of two at once`)
      const before = acknowledged(calling.answers)
      const last = await backUp().ended
      if (last.code !== 0) problems.push(`the last one failed: ${last.said}`)
      const answers = await calling.stop()
      problems.push(...(await wrongPlace(place)), ...(await leftBehind(server.url)))
      const back = await restoreTwice({ place, folder: folders.files, serverUrl: server.url })
      problems.push(...back.problems)
      const kept = await keptOrders(back.url, before)
      if (kept.length < before.length)
        problems.push(`${before.length - kept.length} orders are not in the backup after them`)
      const wrong = answers.filter(({ status }) => typeof status !== 'number' || status >= 400)
      if (wrong.length > 0) problems.push(`wrong answers: ${summarise(wrong)}`)
      return {
        callers: `${summarise(answers)}; backups: ${ends.join(', ')}`,
        kept: `${kept.length} of ${before.length} acknowledged orders in the restored one`,
        problems,
      } satisfies Outcome
    } finally {
      await shop.stop('SIGKILL')
      await proxy.close()
      await server.stop('SIGQUIT')
      folders.remove()
      rmSync(place, { recursive: true, force: true })
    }
  },
}

function addFiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  for (let n = 0; n < files; n += 1)
    writeFileSync(path.join(folder, `${n}.webp`), Buffer.alloc(400_000, n))
}

/** Finds leftovers of interrupted backups, and backups beyond the retention limit. */
async function wrongPlace(place: string): Promise<string[]> {
  const storage = await openPlace(place)
  const [begun, whole] = [await listAttempts(storage), await listBackups(storage)]
  storage.close()
  return [
    ...(begun.length > whole.length ? [`${begun.length - whole.length} unfinished were left`] : []),
    ...(whole.length < 1 || whole.length > 3 ? [`${whole.length} were kept of 3`] : []),
  ]
}

/** Finds locks and transactions of finished backups. */
function leftBehind(url: string): Promise<string[]> {
  return onDatabase(url, async (db) => {
    const { rows } = await sql<{ what: string }>`
      select 'a lock of a backup is held' as what from pg_locks
       where locktype = 'advisory' and objid in (${sql.lit(lockKeys.backingUp)} & 4294967295, ${sql.lit(lockKeys.keptWhole)} & 4294967295)
      union all
      select 'a transaction is open for ' || (now() - xact_start) from pg_stat_activity
       where xact_start < now() - interval '10 seconds' and backend_type = 'client backend'`.execute(
      db,
    )
    return rows.map(({ what }) => what)
  })
}

type Wanted = { place: string; folder: string; serverUrl: string }

/**
 * Kills a restore in the middle. Another restore must fail if the first one left data, and succeed
 * in an empty place.
 */
async function restoreTwice({ place, folder, serverUrl }: Wanted) {
  const problems: string[] = []
  const target = (name: string) => {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return { url: url.href, dataDir: `${folder}-${name}` }
  }
  const restore = ({ url, dataDir }: ReturnType<typeof target>) =>
    startProgram('platform/backups/restore-command.ts', [place], {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
    })
  await onDatabase(serverUrl, async (db) => {
    for (const name of ['half', restored]) await sql`create database ${sql.ref(name)}`.execute(db)
  })
  const half = target('half')
  const killed = restore(half)
  await killed.working(() => existsSync(path.join(half.dataDir, 'files', 'images')), 50)
  await killed.kill()
  const users = await onDatabase(half.url, (db) =>
    sql`select from users`.execute(db).then(
      ({ rows }) => rows.length,
      () => 0,
    ),
  )
  const again = await restore(half).ended
  const refused = again.code === 1 && again.said.includes('to an empty place')
  if (users === 0 && !refused && again.code !== 0)
    problems.push(`after a restore that was killed: ${again.said}`)
  const whole = target(restored)
  const done = await restore(whole).ended
  if (done.code !== 0) problems.push(`the restore failed: ${done.said}`)
  const there = readdirSync(path.join(whole.dataDir, 'files', 'images')).length
  if (there < files) problems.push(`${files - there} files are not in the backup`)
  for (const { dataDir } of [half, whole]) rmSync(dataDir, { recursive: true, force: true })
  return { url: whole.url, problems }
}
