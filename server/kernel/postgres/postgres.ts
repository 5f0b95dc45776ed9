import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Account, handOver, postgresAccount } from './account.ts'
import { type Binaries, majorVersion, postgresBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { join, type Keeper, leaveAsLast } from './keeper.ts'
import { assertUsable, databaseFolder, usable } from './location.ts'
import {
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  signalPostmaster,
  waitUntilGone,
} from './postmaster.ts'

type Options = {
  /** The data folder of the shop. Default: `.data` in the checkout. */
  dataDir?: string | undefined
  log: (sentence: string) => void
  /** Called when the server has ended and cannot be restarted. */
  onLost?: (error: Error) => void
  /** In milliseconds. A server that takes longer counts as hung and is ended. */
  answerWithinMs?: number
}

export type RunningPostgres = {
  /** The address for the application's own role, which owns only its database. */
  url: string
  folder: string
  takenOver: boolean
  /** Stops the server unless another process still uses it. Idempotent. */
  stop(): Promise<void>
}

const stopWithinMs = 30_000
const launchAttempts = 5
/** Maximum hung servers in a row at the start. Each may take twice as long as the one before. */
const mostHung = 4
/** A server that ends more often than this within ten minutes is not started again. */
const mostRevivals = 5
const revivalsWithin = 600_000

/** Starts the PostgreSQL that comes with Loadout, or joins the one that runs on the data folder. */
export async function startPostgres(options: Options): Promise<RunningPostgres> {
  const { dataDir, log, answerWithinMs = 10_000 } = options
  const folder = databaseFolder(dataDir)
  const data = path.join(folder, 'data')
  const account = postgresAccount(existsSync(data) ? data : undefined)
  assertUsable(folder, account)
  if (existsSync(data)) assertVersion(folder, data)
  const binaries = postgresBinaries(account, folder)
  if (!existsSync(data)) {
    log(`Creating the database in ${folder}`)
    await createCluster(folder, binaries, account)
  }
  if (account) handOver(data, account)
  const password = usable(folder, () => readFileSync(path.join(folder, 'password'), 'utf8'))

  const takenOver = findPostmaster(data) !== undefined
  const target = { folder, binaries, account, password, answerWithinMs, log }
  let { keeper, pid, port } = await connect(target)
  let stopping: Promise<void> | undefined
  let reviving: Promise<void> | undefined
  const revivals: number[] = []
  watch()

  function watch() {
    keeper.once('end', () => {
      if (stopping) return
      reviving = revive().catch((error) => options.onLost?.(error))
    })
  }

  async function revive() {
    const again = await connect(target)
    keeper = again.keeper
    if (again.port !== port) {
      throw new StartError('PostgreSQL stopped, and its port is now in use. Start the shop again.')
    }
    watch()
    if (again.pid === pid) return
    pid = again.pid
    log('PostgreSQL stopped unexpectedly and was restarted')
    const now = performance.now()
    while (revivals[0] !== undefined && revivals[0] < now - revivalsWithin) revivals.shift()
    if (revivals.push(now) > mostRevivals) {
      throw new StartError(`PostgreSQL keeps stopping. See ${path.join(folder, 'log')}.`)
    }
  }

  return {
    url: `postgres://loadout:${password}@127.0.0.1:${port}/loadout`,
    folder,
    takenOver,
    stop: () => {
      stopping ??= Promise.resolve(reviving).then(() => leave(keeper, data))
      return stopping
    },
  }
}

type Target = {
  folder: string
  binaries: Binaries
  account: Account | undefined
  password: string
} & Required<Pick<Options, 'answerWithinMs' | 'log'>>

/** Checks the state after every step, because other processes may start and stop the server. */
async function connect(target: Target): Promise<Postmaster & { keeper: Keeper }> {
  const { folder, password, log } = target
  const data = path.join(folder, 'data')
  let { answerWithinMs } = target
  let failures = 0
  let hung = 0
  for (;;) {
    const running = findPostmaster(data)
    if (!running) {
      try {
        await launchPostmaster(folder, target.binaries, target.account)
      } catch (error) {
        // Another process was faster, the port was taken, or orphans of a killed server still run.
        failures += 1
        if (failures === launchAttempts) {
          const reason = (error as Error).message.replace(/\.$/, '')
          throw new StartError(
            `PostgreSQL does not start (${reason}). See ${path.join(folder, 'log')}.`,
          )
        }
        await delay(200 * failures)
      }
      continue
    }
    const keeper =
      running.status === 'ready' && (await join(running.port, password, answerWithinMs))
    if (keeper === 'silent') {
      hung += 1
      if (hung === mostHung) {
        throw new StartError(
          `PostgreSQL started but did not respond within ${answerWithinMs / 1000} s. Read ${path.join(folder, 'log')} and check whether the machine is overloaded.`,
        )
      }
      await end(running, data, log)
      // The machine may be busy, rather than the server hung.
      answerWithinMs *= 2
    } else if (keeper) return { ...running, keeper }
    else await delay(20)
  }
}

async function leave(keeper: Keeper, data: string) {
  const running = findPostmaster(data)
  if (running && (await leaveAsLast(keeper))) {
    signalPostmaster(running, 'SIGINT')
    if (!(await waitUntilGone(data, stopWithinMs))) signalPostmaster(running, 'SIGQUIT')
  }
  await keeper.end().catch(() => {})
}

/** This is safe: the write-ahead log restores all committed data at the next start. */
async function end(hung: Postmaster, data: string, log: Options['log']) {
  log(`The running PostgreSQL (process ${hung.pid}) does not respond and is being stopped`)
  signalPostmaster(hung, 'SIGQUIT')
  if (await waitUntilGone(data, 2000)) return
  signalPostmaster(hung, 'SIGKILL')
  await waitUntilGone(data, 2000)
}

function assertVersion(folder: string, data: string) {
  const version = usable(folder, () => readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim())
  if (version === majorVersion) return
  throw new StartError(
    `The data folder ${folder} was created by PostgreSQL ${version}, but this version of Loadout contains ${majorVersion}. Dump it with the version of Loadout that created it and restore it here.`,
  )
}
