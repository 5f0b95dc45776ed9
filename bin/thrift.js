import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = path.join(root, 'server', 'main.ts')
const marker = 'LOADOUT_THRIFTY'

/** The engine's young generation, and when it clears up the old one: at 64 MB, then at 1.4 of what lives. */
const options = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--heap-growing-percent=40',
]

/**
 * Becomes the server, in the same process, with the options that only a start can set: those of the
 * engine, and two malloc arenas, which hold the memory of a busy shop at half. See
 * docs/decisions/fast-path.md. Returns where that cannot be, as on Windows, and when it is so already.
 */
export function becomeServer() {
  if (process.env.LOADOUT_DEV) return
  // What React takes for its own development is slower, larger and says more than visitors should read.
  process.env.NODE_ENV ??= 'production'
  // With a channel to its parent, as under --watch, a process must not become another.
  if (process.env[marker] || process.send || !process.execve) return
  process.execve(process.execPath, [process.execPath, ...options, ...process.execArgv, main], {
    MALLOC_ARENA_MAX: '2',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    [marker]: '1',
  })
}
