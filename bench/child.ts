import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a program of this folder, sends it `given`, and resolves with its first message. */
export async function startChild<Given, Said>(program: string, given: Given) {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    serialization: 'advanced',
  })
  child.send(given as object)
  const [said] = (await once(child, 'message')) as [Said]
  return { said, stop: () => void child.kill() }
}
