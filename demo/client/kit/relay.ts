import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Passed = { path: string; sent: string; status: number; text: string; signature: string }

/** A proxy between loaders and a shop that applies `change` to each response. */
export async function openRelay(
  shop: string,
  change: (answer: Passed) => Pick<Passed, 'status' | 'text' | 'signature'>,
) {
  async function answer(request: IncomingMessage) {
    const { method = 'GET', url = '' } = request
    const sent = await readAll(request)
    const headers = own(request)
    const asked = await fetch(shop + url, { method, headers, ...(sent && { body: sent }) })
    const got = { status: asked.status, text: await asked.text() }
    const signature = asked.headers.get('loadout-signature') ?? ''
    const key = asked.headers.get('loadout-key') ?? ''
    return { ...change({ path: url, sent, ...got, signature }), key }
  }
  const away = { status: 502, text: '{"code":"unreachable"}', signature: '', key: '' }
  const server = createServer(async (request, response) => {
    const said = await answer(request).catch(() => away)
    response.writeHead(said.status, {
      'content-type': 'application/json',
      'loadout-signature': said.signature,
      'loadout-key': said.key,
    })
    response.end(said.text)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

async function readAll(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const own = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(loadout-|authorization|content-type)/.test(name)),
  ) as Record<string, string>
