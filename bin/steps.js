import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A command that ended badly; `output` is what it said. */
export class CommandError extends Error {
  /** @param {string} message @param {string} output */
  constructor(message, output) {
    super(message)
    this.output = output
  }
}

/**
 * Does one piece of work and tells it in a line with its time. Work that `shows` its own output is
 * told only afterwards.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {{ shows?: boolean }} [options]
 */
export async function step(name, work, { shows = false } = {}) {
  const began = performance.now()
  if (process.stdout.isTTY && !shows) process.stdout.write(`  · ${name} …`)
  try {
    const result = await work()
    tell('✓')
    return result
  } catch (error) {
    tell('✗')
    throw error
  }

  /** @param {string} mark */
  function tell(mark) {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    // Over what a step that goes on beside this one has written.
    const start = process.stdout.isTTY ? '\r\x1b[K' : ''
    console.log(`${start}  ${mark} ${name.padEnd(14)} ${seconds.padStart(5)} s`)
  }
}

/**
 * Runs a program of the project or the machine, in the checkout and under the project's Node.
 * Its output is kept for the case that it fails, or shown as it comes, or as it comes after others
 * have ended.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, showAfter?: Promise<unknown>, env?: Record<string, string> }} [options]
 * @returns {Promise<void>}
 */
export function run(command, args, { show = false, showAfter, env = {} } = {}) {
  const programs = path.join(root, 'node_modules', '.bin')
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${programs}${path.delimiter}${process.env.PATH}` },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let shown = false
  const keep = (/** @type {Buffer} */ chunk) => {
    if (shown) process.stdout.write(chunk)
    else output += chunk
  }
  const showKept = () => {
    shown = true
    process.stdout.write(output)
    output = ''
  }
  showAfter?.then(showKept, showKept)
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CommandError(error.message, output)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new CommandError(`${command} ended with ${signal ?? `code ${code}`}.`, output))
    })
  })
}

/** @param {unknown} error */
export function report(error) {
  if (error instanceof CommandError && error.output) console.error(error.output.trimEnd())
  console.error(error instanceof Error ? error.message : error)
}

/**
 * Tells what went wrong and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  report(error)
  process.exit(1)
}
