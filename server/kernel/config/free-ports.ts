import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which the system assigns to others: from 32768 (Linux) or 49152. */
const LOWEST = 20_000
const HIGHEST = 32_767

/** Each process starts at a different port, so that two processes do not choose the same ones. */
let next = LOWEST + ((process.pid * 101) % (HIGHEST - LOWEST))

/** Returns free ports of the loopback address. This process does not receive them again soon. */
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
