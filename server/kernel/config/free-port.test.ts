import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { assertFree, cannotListen } from './free-port.ts'
import { StartError } from './start-error.ts'

test('a port is free until a program listens on it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await assertFree({ host: '127.0.0.1', port: 0 })
  await expect(assertFree({ host: '127.0.0.1', port })).rejects.toThrow(
    new StartError(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    ),
  )
})

test('names the variable for an address of another machine', async () => {
  // An address reserved for documentation (RFC 5737).
  await expect(assertFree({ host: '203.0.113.7', port: 0 })).rejects.toThrow(
    new StartError(
      'HOST=203.0.113.7 is not an address of this machine. Set it to one that is, or to 0.0.0.0 for all.',
    ),
  )
})

test.each([
  ['ENOTFOUND', 'HOST=shop cannot be resolved on this machine'],
  ['EAI_AGAIN', 'HOST=shop cannot be resolved on this machine'],
  ['EACCES', 'This user may not use port 80. Set PORT to a port above 1023'],
])('reports %s in a sentence', (code, sentence) => {
  const told = cannotListen(Object.assign(new Error(code), { code }), { host: 'shop', port: 80 })
  expect(told).toBeInstanceOf(StartError)
  expect((told as StartError).message).toContain(sentence)
})

test('other errors keep their stack', () => {
  const error = new Error('of another kind')
  expect(cannotListen(error, { host: 'localhost', port: 3000 })).toBe(error)
})
