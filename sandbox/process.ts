/**
 * The stand-ins in a process of their own, started by a shop in test mode: what they keep and
 * compute is no part of the shop. Ends with the shop, however that ends.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './main.ts'
import { ClockStays, type Move } from './move.ts'

/** Between the shop and this process, once it has started; answers carry the question's number. */
export type ClockMessage =
  | { setClock: number; ahead: number }
  | { clockSet: number }
  | { move: Move; question: number }
  | { moved: number; ahead: number }
  | { refused: number; because: string }

export type SandboxStarted = { url: string; smtpPort: number } | { failed: string; message: string }

// Ctrl-C reaches the whole group: the shop still has mail to hand over, and ends this last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Every change is on disk already. A killed shop that starts again needs the ports at once.
process.on('disconnect', () => process.exit(0))

const attempts = 10
const pause = 250

const [options] = (await once(process, 'message')) as [SandboxOptions]
// A shop that was refused is gone by now.
process.send?.(await start(), () => {})

async function start(): Promise<SandboxStarted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const running = await startSandbox({ ...options, demo: true })
      shareClock(running)
      return { url: running.url, smtpPort: running.smtpPort }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      // The process of a shop that was killed may hold the ports for a moment longer.
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
