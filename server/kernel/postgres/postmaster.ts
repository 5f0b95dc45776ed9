import { execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, isFree } from '#server/kernel/config/free-ports.ts'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'

/** A live server process on a data folder, as described by its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: 'starting' | 'ready' | 'stopping' }

const maxLogBytes = 5_000_000

/** Another process may have started the server. */
export function findPostmaster(data: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Number(lines[0])
  if (!runsIn(pid, data)) return undefined
  const status = lines[7]?.trim()
  return {
    pid,
    port: Number(lines[3]),
    status: status === 'ready' || status === 'stopping' ? status : 'starting',
  }
}

/** Whether the process is PostgreSQL on that folder, and not a later process with the same id. */
function runsIn(pid: number, data: string): boolean {
  if (!(pid > 1) || !isAlive(pid)) return false
  try {
    // The working directory of a postmaster is its data folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data
    const command = execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
    return path.basename(command.trim()) === 'postgres'
  } catch {
    return false
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The server outlives this process and ignores Ctrl-C. Rejects with the reason from its log. */
export async function launchPostmaster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
) {
  const data = path.join(folder, 'data')
  removeMisleadingPidFile(data)
  const options = {
    port: await choosePort(data),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }
  const log = openLog(path.join(folder, 'log'))
  const child = spawn(
    binaries.postgres,
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...runAs(account),
      cwd: data,
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
    },
  )
  closeSync(log.handle)
  let ended = false
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', () => {
    ended = true
  })
  child.unref()
  while (!(child.pid && isReady(data, child.pid))) {
    if (failure) throw failure
    if (ended) throw new Error(lastFatal(log.file, log.size))
    await delay(5)
  }
}

/** Returns the last port of the server, so that its users find it again, or else any free port. */
async function choosePort(data: string): Promise<number> {
  const [any = 0] = await freePorts(1)
  const last = Number(lastCommand(data).match(/"port=(\d+)"/)?.[1])
  return last && (await isFree(last)) ? last : any
}

/** The last command line of PostgreSQL on this folder, which it writes itself. */
function lastCommand(data: string): string {
  const file = path.join(data, 'postmaster.opts')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** SIGINT stops a server in order, SIGQUIT at once. The server may have ended already. */
export function signalPostmaster({ pid }: Postmaster, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function waitUntilGone(data: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (findPostmaster(data)) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}

function isReady(data: string, pid: number) {
  const found = findPostmaster(data)
  return found?.pid === pid && found.status === 'ready'
}

/**
 * Removes a file whose id now belongs to an unrelated process, because PostgreSQL would refuse to
 * start. Otherwise the file stays: PostgreSQL uses it to wait for orphaned backends.
 */
function removeMisleadingPidFile(data: string) {
  const file = path.join(data, 'postmaster.pid')
  const pid = existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (pid && isAlive(pid) && !runsIn(pid, data)) rmSync(file)
}

function openLog(file: string) {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) {
    renameSync(file, `${file}.1`)
    size = 0
  }
  return { file, size, handle: openSync(file, 'a', 0o600) }
}

function lastFatal(file: string, from: number) {
  const lines = readFileSync(file).subarray(from).toString('utf8').trim().split('\n')
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC): */,
    '',
  )
}
