import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import vm from 'node:vm'

/** In milliseconds. On a busy machine, a long text needs a good part of it. */
const longest = 1500

const context = vm.createContext({ work: () => '' })
const script = new vm.Script('work()')

/** A script with a time limit opens five. The others are for files opened at the same time. */
const descriptors = 16

/** Throws EMFILE if too few are left, because Node.js itself would abort the process. */
function requireDescriptors() {
  const opened: number[] = []
  try {
    while (opened.length < descriptors) opened.push(openSync(devNull, 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

/** Undefined if `work` does not end in time or recurses too deeply. It blocks the event loop. */
export function inTime(work: () => string): string | undefined {
  requireDescriptors()
  context.work = work
  try {
    return script.runInContext(context, { timeout: longest })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || error instanceof RangeError) return undefined
    throw error
  } finally {
    context.work = () => ''
  }
}
