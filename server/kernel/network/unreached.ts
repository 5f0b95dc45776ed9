type NetworkError = Error & {
  code?: string
  hostname?: string
  address?: string
  port?: number
  errors?: NetworkError[]
}

const cutOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const late = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const noWay = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'])
const badCertificate = /^(CERT_|ERR_TLS_CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/

/** The message of a failed `fetch` is always 'fetch failed', and its cause has the reason. */
export function whyUnreached(error: unknown): string {
  const { name, message, code = '', hostname, address, port } = deepest(error as NetworkError)
  if (name === 'TimeoutError' || late.has(code)) return 'no response in time'
  if (code === 'ENOTFOUND') return `there is no server named ${hostname} (${code})`
  if (code === 'EAI_AGAIN') return `the name ${hostname} cannot be resolved right now (${code})`
  if (code === 'ECONNREFUSED') return `nothing accepts connections at ${address}:${port} (${code})`
  if (cutOff.has(code)) return `the connection was interrupted (${code})`
  if (noWay.has(code)) return `there is no route to ${address} (${code})`
  if (badCertificate.test(code)) return `its certificate is not trusted: ${message} (${code})`
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return `it does not support TLS at this address (${code})`
  return message
}

/** For a name with several addresses, each attempt failed; the first error represents all. */
function deepest(error: NetworkError): NetworkError {
  const inner = error.errors?.[0] ?? error.cause
  return inner instanceof Error ? deepest(inner) : error
}
