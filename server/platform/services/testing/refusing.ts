import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Call = `${string} ${string}`

/** Refuses one call, as for a key with fewer permissions, and forwards the rest. */
export async function startRefusing(refused: Call | null, answer: object = {}) {
  const front = {
    refused,
    /** Runs before a call is forwarded. */
    before: async (_call: Call) => {},
    url: '',
    /** The URL that receives forwarded calls. */
    target: '',
    stop: () => server.close(),
  }
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '', headers } = request
    const body = await buffer(request)
    response.setHeader('content-type', 'application/json')
    if (`${method} ${url}` === front.refused) {
      response.writeHead(403).end(JSON.stringify(answer))
      return
    }
    await front.before(`${method} ${url}`)
    const { host: _, connection: _c, 'content-length': _l, ...sent } = headers
    const passed = await fetch(front.target + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    response.writeHead(passed.status).end(Buffer.from(await passed.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return front
}
