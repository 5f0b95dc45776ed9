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
 * engine and of malloc, which hold the memory of a busy shop at half (docs/decisions/fast-path.md).
 * Returns where that cannot be, as on Windows, and when it is so already.
 */
export function becomeServer() {
  if (process.env.LOADOUT_DEV) return
  // What React takes for its own development is slower, larger and says more than visitors should read.
  process.env.NODE_ENV ||= 'production'
  // With a channel to its parent, as under --watch, a process must not become another.
  if (process.env[marker] || process.send || !process.execve) return
  process.execve(process.execPath, [process.execPath, ...options, ...process.execArgv, main], {
    MALLOC_ARENA_MAX: '2',
    // Said, it stays: glibc would raise it with what is freed, and keep pages and hashes of megabytes.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    [marker]: '1',
  })
}
