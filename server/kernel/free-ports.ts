import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what systems hand out by themselves, from 32768 on Linux and 49152 elsewhere: one of those
 * may become the near end of somebody's connection between being chosen here and being used.
 */
const LOWEST = 20_000
const HIGHEST = 32_767

/** Each process begins elsewhere, so that two that choose at once do not choose the same. */
let next = LOWEST + ((process.pid * 101) % (HIGHEST - LOWEST))

/** Free ports of the loopback address, none of which this process is given again soon. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tried = 0; ports.length < count && tried <= HIGHEST - LOWEST; tried++) {
    const port = next
    next = port === HIGHEST ? LOWEST : port + 1
    if (await isFree(port)) ports.push(port)
  }
  if (ports.length < count)
    throw new Error(`No port between ${LOWEST} and ${HIGHEST} is free on this machine.`)
  return ports
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    await new Promise((done) => server.close(done))
    return true
  } catch {
    return false
  }
}
