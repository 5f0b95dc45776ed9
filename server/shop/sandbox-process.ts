import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SandboxOptions } from '#sandbox/main.ts'
import type { SandboxStarted } from '#sandbox/process.ts'

const program = fileURLToPath(new URL('../../sandbox/process.ts', import.meta.url))
const pauseBeforeRestart = 500

/**
 * Starts the sandbox in a process of its own and, if that ends, again on the same ports. Rejects
 * with the code of what went wrong at the first start, such as EADDRINUSE.
 */
export async function startSandboxProcess(options: SandboxOptions) {
  let { child, url, smtpPort } = await begin(options)
  let stopping = false
  child.once('exit', again)

  async function again() {
    while (!stopping) {
      await delay(pauseBeforeRestart)
      if (stopping) return
      try {
        child = (await begin({ ...options, port: Number(new URL(url).port), smtpPort })).child
        child.once('exit', again)
        if (stopping) child.disconnect()
        return
      } catch {
        // Whatever took its ports may leave them again.
      }
    }
  }

  return {
    url,
    smtpPort,
    pid: () => child.pid!,
    async stop() {
      stopping = true
      if (!child.connected) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function begin(options: SandboxOptions) {
  const child = fork(program, { execArgv: [] })
  child.send(options)
  const said = await firstWord(child)
  if ('url' in said) return { child, ...said }
  if (child.connected) child.disconnect()
  throw Object.assign(new Error(said.message), { code: said.failed })
}

function firstWord(child: ChildProcess): Promise<SandboxStarted> {
  return new Promise((resolve) => {
    child.once('message', (said) => resolve(said as SandboxStarted))
    child.once('exit', (code) =>
      resolve({ failed: 'ENDED', message: `The sandbox ended: ${code}` }),
    )
  })
}
