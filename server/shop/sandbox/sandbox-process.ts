import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SandboxOptions } from '#sandbox/main.ts'
import type { Mover } from '#sandbox/move.ts'
import type { ClockMessage, SandboxStarted } from '#sandbox/process.ts'

const program = fileURLToPath(new URL('../../../sandbox/process.ts', import.meta.url))
const pauseBeforeRestart = 500

/** Restarts it on the same ports if it exits. Rejects with the code if the first start fails. */
export async function startSandboxProcess(options: SandboxOptions) {
  let { child, url, smtpPort } = await begin(options)
  let stopping = false
  let ahead = 0
  let mover: Mover | null = null
  watch()

  function watch() {
    child.once('exit', again)
    child.on('message', (message: ClockMessage) => {
      if ('move' in message) void answer(message)
    })
  }

  async function answer({ move, question }: Extract<ClockMessage, { move: unknown }>) {
    try {
      if (!mover) throw new Error('The shop is still starting. Try again in a moment.')
      say(child, { moved: question, ahead: await mover(move) })
    } catch (error) {
      say(child, { refused: question, because: (error as Error).message })
    }
  }

  async function again() {
    while (!stopping) {
      await delay(pauseBeforeRestart)
      if (stopping) return
      try {
        child = (await begin({ ...options, port: Number(new URL(url).port), smtpPort, ahead }))
          .child
        watch()
        if (stopping) child.disconnect()
        return
      } catch {
        // The process that took its ports may release them again.
      }
    }
  }

  return {
    url,
    smtpPort,
    pid: () => child.pid!,
    setClock(wanted: number) {
      ahead = wanted
      return askToSet(child, wanted)
    },
    onMove(given: Mover) {
      mover = given
    },
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
      resolve({ failed: 'ENDED', message: `The sandbox stopped: ${code}` }),
    )
  })
}

function say(child: ChildProcess, message: ClockMessage) {
  if (child.connected) child.send(message, () => {})
}

let questions = 0

/** If the process exits before it responds, its replacement starts with that clock. */
function askToSet(child: ChildProcess, ahead: number): Promise<void> {
  const number = ++questions
  return new Promise((resolve) => {
    const end = () => {
      child.off('message', read)
      child.off('exit', end)
      resolve()
    }
    const read = (message: ClockMessage) => {
      if ('clockSet' in message && message.clockSet === number) end()
    }
    if (!child.connected) return resolve()
    child.on('message', read)
    child.once('exit', end)
    say(child, { setClock: number, ahead })
  })
}
