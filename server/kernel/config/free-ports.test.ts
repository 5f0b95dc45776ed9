import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts, isFree } from './free-ports.ts'

test('ports are free, different and outside the ephemeral range', async () => {
  const asked = await Promise.all([freePorts(5), freePorts(5), freePorts(1)])
  const ports = asked.flat()
  expect(new Set(ports)).toHaveLength(11)
  for (const port of ports) {
    expect(port).toBeLessThan(32_768)
    expect(await isFree(port)).toBe(true)
  }
})

test('finds that a port is taken while a program listens on it', async () => {
  const [port = 0] = await freePorts(1)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isFree(port)).toBe(false)
  server.close()
})
