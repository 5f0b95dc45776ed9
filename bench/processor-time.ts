import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds per clock tick of /proc, which is the same on all Linux systems. */
const tick = 10

type Process = { pid: number; parent: number; own: number; ofEndedChildren: number }

/** The process ids of the compared parts. The time of their child processes is included. */
type Parts<Name extends string> = Record<Name, number>

/** The processor time that each part has used since it started, in milliseconds. */
export function processorTimes<Name extends string>(parts: Parts<Name>): Record<Name, number> {
  const processes = listProcesses()
  const named = new Set<number>(Object.values(parts))
  const below = (pid: number): number =>
    processes
      .filter(({ parent, pid: child }) => parent === pid && !named.has(child))
      .reduce((sum, child) => sum + child.own + child.ofEndedChildren + below(child.pid), 0)
  const times = Object.entries<number>(parts).map(([name, pid]) => {
    const { own, ofEndedChildren } = processes.find((each) => each.pid === pid)!
    return [name, own + ofEndedChildren + below(pid)]
  })
  return Object.fromEntries(times)
}

export const parentOf = (pid: number) => readProcess(pid)!.parent

export const childrenOf = (pid: number) =>
  listProcesses()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid)

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(Number(pid)) ?? [])
}

/** Undefined if the process has ended. */
function readProcess(pid: number): Process | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (...at: number[]) => at.reduce((sum, one) => sum + Number(fields[one]), 0) * tick
  return { pid, parent: Number(fields[1]), own: ticks(11, 12), ofEndedChildren: ticks(13, 14) }
}
