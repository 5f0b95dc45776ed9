/**
 * Runs the stand-ins in a separate process, started by a shop in test mode, so that their memory
 * and CPU use do not count as the shop's. The process ends when the shop ends, even if the shop
 * crashes.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './main.ts'
import { ClockStays, type Move } from './move.ts'

/**
 * Messages between the shop and this process after the start. Replies carry the number of the
 * request.
 */
export type ClockMessage =
  | { setClock: number; ahead: number }
  | { clockSet: number }
  | { move: Move; question: number }
  | { moved: number; ahead: number }
  | { refused: number; because: string }

export type SandboxStarted = { url: string; smtpPort: number } | { failed: string; message: string }

// Ctrl-C reaches the whole process group. The shop still has mail to deliver, so it stops this
// process last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// All changes are on disk already. A killed shop that restarts needs the ports immediately.
process.on('disconnect', () => process.exit(0))

const attempts = 10
const pause = 250

const [options] = (await once(process, 'message')) as [SandboxOptions]
// The shop may have exited already if it failed to start.
process.send?.(await start(), () => {})

async function start(): Promise<SandboxStarted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const running = await startSandbox({ ...options, demo: true })
      shareClock(running)
      return { url: running.url, smtpPort: running.smtpPort }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      // The stand-ins of a killed shop may hold the ports for a moment longer.
      if (code !== 'EADDRINUSE' || attempt === attempts) return { failed: code, message }
      await delay(pause)
    }
  }
}

function shareClock(sandbox: RunningSandbox) {
  type Waiting = { resolve: (ahead: number) => void; reject: (error: Error) => void }
  const waiting = new Map<number, Waiting>()
  let questions = 0
  const say = (message: ClockMessage) => void process.send?.(message, () => {})
  process.on('message', (message: ClockMessage) => {
    if ('setClock' in message) {
      const { setClock: number, ahead } = message
      void sandbox.setClock(ahead).then(() => say({ clockSet: number }))
    }
    if ('moved' in message) waiting.get(message.moved)?.resolve(message.ahead)
    if ('refused' in message) waiting.get(message.refused)?.reject(new ClockStays(message.because))
  })
  sandbox.onMove((move) => {
    const question = ++questions
    const answer = new Promise<number>((resolve, reject) => {
      waiting.set(question, { resolve, reject })
    })
    say({ move, question })
    return answer.finally(() => waiting.delete(question))
  })
}
