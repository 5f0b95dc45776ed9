import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { StartError } from '#server/kernel/config/start-error.ts'
import { startPostgres } from './postgres.ts'
import { findPostmaster } from './postmaster.ts'

const base = mkdtempSync(path.join(tmpdir(), 'loadout-postgres-'))
chmodSync(base, 0o755)
const dataDir = path.join(base, 'kept')
const data = path.join(dataDir, 'postgres', 'data')
afterAll(() => rmSync(base, { recursive: true, force: true }))

function start(folder = dataDir, onLost = (_error: Error) => {}) {
  const said: string[] = []
  const log = (sentence: string) => said.push(sentence)
  return startPostgres({ dataDir: folder, log, onLost, answerWithinMs: 5000 }).then((db) => ({
    ...db,
    said,
  }))
}

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function startAndDie() {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'postgres.ts'))})
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

test('creates, stops and restarts with the stored data, with a role that owns one database', async () => {
  const first = await start()
  expect(first.takenOver).toBe(false)
  await query(first.url, 'create table kept (n int)')
  await query(first.url, 'insert into kept values (7)')
  expect(
    await query(first.url, 'select rolsuper, rolcreatedb from pg_roles where rolname = user'),
  ).toEqual([{ rolsuper: false, rolcreatedb: false }])
  expect(
    await query(
      first.url,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider, datlocale, current_setting('fsync') as fsync
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([{ encoding: 'UTF8', datlocprovider: 'b', datlocale: 'C.UTF-8', fsync: 'on' }])
  await first.stop()
  expect(findPostmaster(data)).toBeUndefined()
  await expect(query(first.url, 'select 1')).rejects.toThrow()

  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  await second.stop()
})

test('takes over the server of a killed process and stops it at the end', async () => {
  await startAndDie()
  const left = findPostmaster(data)
  expect(left?.status).toBe('ready')
  const db = await start()
  expect(db.takenOver).toBe(true)
  expect(findPostmaster(data)?.pid).toBe(left?.pid)
  expect(await query(db.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await db.stop()
  expect(findPostmaster(data)).toBeUndefined()
})

const revived = (said: string[]) =>
  said.filter((line) => line === 'PostgreSQL stopped unexpectedly and was restarted').length

test('restarts at the same address when the server stops unexpectedly', async () => {
  const db = await start()
  for (const [index, signal] of (['SIGKILL', 'SIGQUIT', 'SIGINT'] as const).entries()) {
    process.kill(findPostmaster(data)!.pid, signal)
    await expect.poll(() => revived(db.said)).toBe(index + 1)
    expect(await query(db.url, 'select 1 as one')).toEqual([{ one: 1 }])
  }
  await db.stop()
  expect(findPostmaster(data)).toBeUndefined()
})

test('stops retrying with a sentence when the server stops again and again', async () => {
  const lost: string[] = []
  const db = await start(dataDir, ({ message }) => lost.push(message))
  for (const time of [1, 2, 3, 4, 5, 6]) {
    process.kill(findPostmaster(data)!.pid, 'SIGQUIT')
    await expect.poll(() => revived(db.said)).toBe(time)
  }
  const log = path.join(dataDir, 'postgres', 'log')
  expect(lost).toEqual([`PostgreSQL keeps stopping. See ${log}.`])
  await db.stop()
  expect(findPostmaster(data)).toBeUndefined()
})

test('recovers when the server was killed as well', async () => {
  await startAndDie()
  process.kill(findPostmaster(data)!.pid, 'SIGKILL')
  const db = await start()
  expect(await query(db.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await db.stop()
})

test('ends a server that hangs and starts another', async () => {
  await startAndDie()
  const hung = findPostmaster(data)!
  process.kill(hung.pid, 'SIGSTOP')
  const db = await start()
  expect(db.said.join()).toContain(`process ${hung.pid}`)
  expect(findPostmaster(data)?.pid).not.toBe(hung.pid)
  await db.stop()
})

test('a start fails with a sentence if no server responds in time', async () => {
  const impossible = { dataDir, log() {}, answerWithinMs: 0.1 }
  const refused = await startPostgres(impossible).catch((error) => error)
  expect(refused).toBeInstanceOf(StartError)
  expect(refused.message).toContain('PostgreSQL started but did not respond within')
  await (await start()).stop()
})

test('is not misled by a pid file whose number now belongs to another process', async () => {
  await (await start()).stop()
  writeFileSync(path.join(data, 'postmaster.pid'), `${process.ppid}\n${data}\n1\n1\n\n127.0.0.1\n`)
  const db = await start()
  expect(db.takenOver).toBe(false)
  await db.stop()
})

test('several users share one server, which the last one stops', async () => {
  const users = await Promise.all([start(), start(), start()])
  expect(new Set(users.map((user) => user.url)).size).toBe(1)
  await users[0]?.stop()
  await users[2]?.stop()
  expect(await query(users[1]!.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await users[1]?.stop()
  expect(findPostmaster(data)).toBeUndefined()
})

test('concurrent starts on a new folder create one database', async () => {
  const folder = path.join(base, 'raced')
  const users = await Promise.all([start(folder), start(folder)])
  expect(users[0]?.url).toBe(users[1]?.url)
  await Promise.all(users.map((user) => user.stop()))
  expect(findPostmaster(path.join(folder, 'postgres', 'data'))).toBeUndefined()
})

test('removes an unfinished database of a killed process and creates a new one', async () => {
  const folder = path.join(base, 'half')
  const noProcess = 2 ** 22 + 1
  const draft = path.join(folder, `postgres.new-${noProcess}-aa`)
  mkdirSync(path.join(draft, 'data'), { recursive: true })
  const db = await start(folder)
  await db.stop()
  expect(existsSync(draft)).toBe(false)
})

test('hides the password from other users and stores its log beside the data', async () => {
  const { mode } = statSync(path.join(dataDir, 'postgres', 'password'))
  expect(mode & 0o777).toBe(0o600)
  expect(readFileSync(path.join(dataDir, 'postgres', 'log'), 'utf8')).toContain('ready to accept')
})

test('names an unusable folder in a sentence', async () => {
  const file = path.join(base, 'file')
  writeFileSync(file, '')
  await expect(start(path.join(file, 'data'))).rejects.toThrow(
    new StartError(
      `The data folder ${file}/data/postgres cannot be used (not a directory). Correct its permissions or set DATA_DIR to another folder.`,
    ),
  )
})

test('reports a folder that is not writable or only accessible to root', async () => {
  const closed = path.join(base, 'closed')
  mkdirSync(closed)
  if (process.getuid?.() !== 0) {
    chmodSync(closed, 0o500)
    await expect(start(closed)).rejects.toThrow(StartError)
    await expect(start(closed)).rejects.toThrow(`The data folder ${closed} cannot be used`)
    return
  }
  chmodSync(closed, 0o700)
  const db = await start(closed)
  await db.stop()
  expect(db.folder).toMatch(/^\/var\/lib\/loadout\//)
  expect(realpathSync(path.join(closed, 'postgres'))).toBe(db.folder)
  rmSync(path.dirname(db.folder), { recursive: true })
})

test('refuses data of another major version and unrelated folders', async () => {
  const old = path.join(base, 'old')
  mkdirSync(path.join(old, 'postgres', 'data'), { recursive: true })
  writeFileSync(path.join(old, 'postgres', 'password'), 'x')
  writeFileSync(path.join(old, 'postgres', 'data', 'PG_VERSION'), '12\n')
  await expect(start(old)).rejects.toThrow('was created by PostgreSQL 12')
  const other = path.join(base, 'other')
  mkdirSync(path.join(other, 'postgres', 'photos'), { recursive: true })
  await expect(start(other)).rejects.toThrow('contains something other than a database')
})
