/**
 * The stand-ins in a process of their own, started by a shop in test mode: what they keep and
 * compute is no part of the shop. Ends with the shop, however that ends.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type SandboxOptions, startSandbox } from './main.ts'

export type SandboxStarted = { url: string; smtpPort: number } | { failed: string; message: string }

// Ctrl-C reaches the whole group: the shop still has mail to hand over, and ends this last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Every change is on disk already. A killed shop that starts again needs the ports at once.
process.on('disconnect', () => process.exit(0))

const attempts = 10
const pause = 250

const [options] = (await once(process, 'message')) as [SandboxOptions]
process.send?.(await start())

async function start(): Promise<SandboxStarted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { url, smtpPort } = await startSandbox(options)
      return { url, smtpPort }
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      // The process of a shop that was killed may hold the ports for a moment longer.
      if (code !== 'EADDRINUSE' || attempt === attempts) return { failed: code, message }
      await delay(pause)
    }
  }
}
