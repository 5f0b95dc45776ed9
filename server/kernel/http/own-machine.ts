import type { RequestListener } from 'node:http'
import type { Config } from '#server/kernel/config/config.ts'
import { isLoopback } from '#server/kernel/config/environment.ts'
import { cameThroughProxy } from '#server/kernel/network/addresses.ts'

const refusal =
  'This shop is in test mode and only responds on its own machine. Set SITE_URL to the address that customers use, or SANDBOX=1 to show a demo shop to others.'

/** The keys and passwords of test mode are public, so it must not serve a public host. */
export function onOwnMachine({ sandbox }: Config, handler: RequestListener): RequestListener {
  if (!sandbox?.byDefault) return handler
  /** The last accepted host name, because most requests have the same. */
  let known: string | undefined
  return (request, response) => {
    const { url = '', headers } = request
    const { host } = headers
    if (!cameThroughProxy(headers) && (host === known || isOwnHost(host))) {
      known = host
      return handler(request, response)
    }
    if (isApi(url, host)) {
      response.writeHead(421, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify({ code: 'own_machine_only', detail: refusal }))
      return
    }
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal}\n`)
  }
}

/** Health checks over HTTP/1.0 send no host. */
function isOwnHost(host: string | undefined) {
  if (host === undefined) return true
  try {
    return isLoopback(`http://${host}`)
  } catch {
    return false
  }
}

/** Decides by the URL, because no route has been found yet. */
function isApi(url: string, host: string | undefined) {
  return /^\/api(?:[/?]|$)/.test(url) || host?.toLowerCase().startsWith('api.') === true
}
