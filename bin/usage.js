import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, root } from './steps.js'

/**
 * How a program is run and what it does: its first comment, so that who reads the code and who asks
 * for help read one text.
 * @param {string} program
 */
function usageOf(program) {
  const source = readFileSync(path.join(root, program), 'utf8')
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(source) ?? []
  return comment
    .replace(/^ *\* ?/gm, '')
    .replaceAll('`', '')
    .trim()
}

/**
 * Where help is asked for, prints the usage and ends the process before anything is done.
 * @param {string} program
 */
export function answerHelp(program) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(usageOf(program))
  process.exit(0)
}

/**
 * Reads what was given; where that cannot be read, says so in a sentence and ends the process.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} wanted
 */
export function readOptions(wanted) {
  try {
    return parseArgs(wanted)
  } catch (error) {
    giveUp(error)
  }
}

/** @param {unknown} error */
export const isUnreadable = (error) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_PARSE_ARGS')
