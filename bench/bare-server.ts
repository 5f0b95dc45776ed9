/** The minimum that Node needs to send these bytes, in a separate process. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [{ body, head }] = await once(process, 'message')
const bytes = Buffer.from(body)
const server = createServer((_request, response) => {
  response.writeHead(200, head)
  response.end(bytes)
})
server.listen(0, 'localhost', () => process.send?.((server.address() as AddressInfo).port))
