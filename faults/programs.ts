import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Starts one of the operator's commands, such as `platform/backups/command.ts`, in a separate
 * process.
 */
export function startProgram(name: string, args: string[], env: Record<string, string>) {
  const program = fileURLToPath(new URL(`../server/${name}`, import.meta.url))
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    ended,
    /** Waits until it has worked for the given time, or has ended. */
    async working(hasBegun: () => boolean, ms: number) {
      while (!isOver() && !hasBegun()) await delay(10)
      await Promise.race([delay(ms), ended])
    },
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}
