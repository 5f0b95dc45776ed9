import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { whyUnreached } from './unreached.ts'

const reason = (url: string, within = 30_000) =>
  fetch(url, { redirect: 'error', signal: AbortSignal.timeout(within) }).then(
    () => null,
    (error) => whyUnreached(error),
  )

async function at<T>(server: Server, work: (port: number) => Promise<T>): Promise<T> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

test('explains an unknown name and an address without a listener', async () => {
  expect(await reason('https://no-such-server.invalid')).toMatch(
    /^(there is no server named|the name) no-such-server\.invalid/,
  )
  const [port] = await freePorts(1)
  expect(await reason(`http://127.0.0.1:${port}`)).toBe(
    `nothing accepts connections at 127.0.0.1:${port} (ECONNREFUSED)`,
  )
  expect(await reason(`http://localhost:${port}`)).toContain('nothing accepts connections at')
})

test('explains a server that hangs up, does not respond, has no TLS or redirects', async () => {
  const hangsUp = createServer((socket) => socket.destroy())
  await at(hangsUp, async (port) =>
    expect(await reason(`http://127.0.0.1:${port}`)).toContain('the connection was interrupted'),
  )
  const silent = createServer(() => {})
  await at(silent, async (port) =>
    expect(await reason(`http://127.0.0.1:${port}`, 100)).toBe('no response in time'),
  )
  const plain = createHttpServer((_, answer) => answer.writeHead(301, { location: '/' }).end())
  await at(plain, async (port) => {
    expect(await reason(`https://127.0.0.1:${port}`)).toContain('does not support TLS')
    expect(await reason(`http://127.0.0.1:${port}`)).toBe('unexpected redirect')
  })
})

test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'explains a certificate: %s',
  (code) => {
    const cause = Object.assign(new Error('what is wrong with it'), { code })
    expect(whyUnreached(new TypeError('fetch failed', { cause }))).toBe(
      `its certificate is not trusted: what is wrong with it (${code})`,
    )
  },
)
