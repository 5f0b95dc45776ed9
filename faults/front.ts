import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, isFree } from '#server/kernel/config/free-ports.ts'
import { postgresAccount, runAs } from '#server/kernel/postgres/account.ts'

/** A program between the shop and its database. */
export type Front = {
  url: string
  start(): Promise<void>
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Debian installs PgBouncer and HAProxy in a folder that may not be on PATH. */
const searched = `${process.env.PATH}:/usr/sbin`

/** Full path of the program, or undefined if it is not installed. */
export function findFront(name: 'pgbouncer' | 'haproxy'): string | undefined {
  try {
    const env = { PATH: searched }
    return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env }).trim()
  } catch {
    return undefined
  }
}

/** `configure` writes the configuration for the port and returns the arguments. */
export async function openFront(
  program: string,
  configure: (port: number) => string[],
): Promise<Front> {
  const [port] = await freePorts(1)
  const args = configure(port!)
  let child = launch()
  function launch() {
    return spawn(program, args, { ...runAs(postgresAccount()), stdio: 'ignore' })
  }
  async function ready() {
    while (await isFree(port!)) {
      if (child.exitCode !== null) throw new Error(`${program} does not start`)
      await delay(10)
    }
  }
  await ready()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      child = launch()
      await ready()
    },
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
