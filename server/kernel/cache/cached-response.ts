import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The header names and values in one flat list, as `writeHead` takes it, and the body. */
type Form = { head: readonly string[]; body: Buffer }

/** The same for everyone. Compressed once, unless it is an image. */
export type CachedResponse = {
  status: number
  etag: string
  identity: Form
  br: Form | undefined
  gzip: Form | undefined
  /** The headers of a 304 response. */
  unchanged: readonly string[]
  /** The route that created the response, for the metrics. */
  route: string
  bytes: number
}

/** Finishes a response with the headers that hooks have set, so that they need not run again. */
export async function prepareResponse(
  reply: FastifyReply,
  content: string | Buffer,
  headers: Record<string, string>,
  status = 200,
): Promise<CachedResponse> {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const set = reply.getHeaders() as Record<string, string>
  const all: Record<string, string> = { ...set, ...headers, etag }
  const picture = headers['content-type']?.startsWith('image/')
  if (!picture) all.vary = [all.vary, 'accept-encoding'].filter(Boolean).join(', ')
  const [brotli, gzipped] = picture
    ? []
    : await Promise.all([
        compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
        compressGzip(body),
      ])
  const unchanged = Object.entries(all).flat()
  const form = (body: Buffer, ...encoding: string[]): Form => ({
    head: [...unchanged, ...encoding, 'content-length', String(body.length)],
    body,
  })
  const headBytes = unchanged.join().length
  return {
    status,
    etag,
    identity: form(body),
    br: brotli && form(brotli, 'content-encoding', 'br'),
    gzip: gzipped && form(gzipped, 'content-encoding', 'gzip'),
    unchanged,
    route: reply.request.routeOptions.url ?? 'none',
    bytes: headBytes + body.length + (brotli?.length ?? 0) + (gzipped?.length ?? 0),
  }
}

export function writeCached(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
) {
  if (headers['if-none-match']?.includes(cached.etag)) {
    response.writeHead(304, cached.unchanged as string[]).end()
    return
  }
  const { head, body } = formFor(cached, headers['accept-encoding'] ?? '')
  response.writeHead(cached.status, head as string[]).end(body)
}

/** Sends the response from a handler. Bypasses Fastify's reply, which would assemble it again. */
export function sendCached(reply: FastifyReply, cached: CachedResponse) {
  reply.hijack()
  writeCached(reply.request.raw, reply.raw, cached)
  return reply
}

function formFor({ br, gzip, identity }: CachedResponse, accepted: string): Form {
  if (br && accepts(accepted, 'br')) return br
  if (gzip && accepts(accepted, 'gzip')) return gzip
  return identity
}

/** A quality value of 0 rejects an encoding: `br;q=0, gzip`. */
function accepts(accepted: string, encoding: string): boolean {
  if (!accepted.includes(encoding)) return false
  if (!accepted.includes('q=0')) return true
  return !new RegExp(`${encoding}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted)
}
