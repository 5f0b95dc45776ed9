import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes, Topic } from './changes.ts'
import type { Shop } from './shop.ts'

/** A finished answer that is the same for everyone, compressed once unless it is a picture. */
export type Answer = {
  headers: Record<string, string>
  body: Buffer
  brotli?: Buffer
  gzip?: Buffer
  etag: string
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const maxBytes = 64 * 1024 * 1024

export type Answers = ReturnType<typeof keepAnswers>

/** Answers kept in memory until what they depend on changes; the least recently used go first. */
/** Kept by the path that they are for; an address with a query is never kept. */
export function keepAnswers(changes: Changes) {
  const kept = new Map<string, { answer: Answer; topics: readonly Topic[] }>()
  const underway = new Map<string, Promise<Answer>>()
  let generation = 0
  let bytes = 0

  function drop(key: string) {
    const entry = kept.get(key)
    if (!entry) return
    bytes -= entry.answer.body.length
    kept.delete(key)
  }

  changes.on((topic) => {
    generation += 1
    underway.clear()
    // Maintenance closes and opens every page.
    const concerns = (topics: readonly Topic[]) => topic === 'settings' || topics.includes(topic)
    for (const [key, { topics }] of kept) if (concerns(topics)) drop(key)
  })

  function keep(key: string, answer: Answer, topics: readonly Topic[]) {
    drop(key)
    kept.set(key, { answer, topics })
    bytes += answer.body.length
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  return {
    find(key: string): Answer | undefined {
      const entry = kept.get(key)
      if (!entry) return undefined
      // Moving it to the end keeps the map in the order of last use.
      kept.delete(key)
      kept.set(key, entry)
      return entry.answer
    },
    /** Many who ask at once cause one computation. One that a change overtakes is not kept. */
    async findOrMake(key: string, topics: readonly Topic[], make: () => Promise<Answer>) {
      const found = this.find(key) ?? underway.get(key)
      if (found) return found
      const begun = generation
      const making = make()
        .then((answer) => {
          if (begun === generation) keep(key, answer, topics)
          return answer
        })
        .finally(() => {
          if (underway.get(key) === making) underway.delete(key)
        })
      underway.set(key, making)
      return making
    },
    /** Keeps what was made meanwhile unless something changed since `generation` was read. */
    keepSince(begun: number, key: string, topics: readonly Topic[], answer: Answer) {
      if (begun === generation) keep(key, answer, topics)
    },
    generation: () => generation,
  }
}

/**
 * Finishes an answer: what the reply carries already, such as the security headers, goes into it,
 * so that it can be sent again without the steps that set them.
 */
export async function makeAnswer(
  content: string | Buffer,
  headers: Record<string, string>,
  reply?: FastifyReply,
): Promise<Answer> {
  const body = Buffer.from(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const set = (reply?.getHeaders() ?? {}) as Record<string, string>
  const all: Record<string, string> = { ...set, ...headers, etag }
  if (headers['content-type']?.startsWith('image/')) return { headers: all, body, etag }
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
    compressGzip(body),
  ])
  all.vary = [all.vary, 'accept-encoding'].filter(Boolean).join(', ')
  return { headers: all, body, brotli, gzip: gzipped, etag }
}

/**
 * Sends it in the encoding that the browser takes, or 304 when it has it already. It goes past
 * Fastify's reply, which would put together again what is finished.
 */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  reply.hijack()
  const { raw } = reply
  for (const name in answer.headers) raw.setHeader(name, answer.headers[name]!)
  if (request.headers['if-none-match']?.includes(answer.etag)) {
    raw.statusCode = 304
    raw.end()
    return reply
  }
  const { encoding, body } = inEncoding(answer, request.headers['accept-encoding'] ?? '')
  if (encoding) raw.setHeader('content-encoding', encoding)
  raw.setHeader('content-length', body.length)
  raw.end(body)
  return reply
}

function inEncoding({ body, brotli, gzip }: Answer, accepted: string) {
  if (brotli && accepted.includes('br')) return { encoding: 'br', body: brotli }
  if (gzip && accepted.includes('gzip')) return { encoding: 'gzip', body: gzip }
  return { encoding: null, body }
}

/** What is kept for an address is sent at once; all other requests go on. Register it first. */
export function sendKept(
  app: FastifyInstance,
  { answers, settings }: Pick<Shop, 'answers' | 'settings'>,
) {
  app.addHook('onRequest', (request, reply, next) => {
    const asked = request.method === 'GET' && !settings().maintenance_mode
    const kept = asked ? answers.find(request.url) : undefined
    if (!kept) return next()
    sendAnswer(request, reply, kept)
  })
}
