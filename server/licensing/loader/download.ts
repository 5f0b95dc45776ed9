import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loader } from '#contract/licensing/loader.ts'
import type { ByteRange, Storage } from '#server/adapters/storage/storage.ts'

export type Download = { key: string; size: number; sha256: string; fileName: string }

/**
 * Sends a range as in RFC 9110, sections 13 and 14. `note` receives whether the response starts at
 * the beginning. Returns false if the file is missing.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  { key, size, sha256, fileName }: Download,
  note: (begins: boolean) => Promise<void>,
): Promise<boolean> {
  const etag = `"${sha256}"`
  const { range, 'if-range': ifRange } = request.headers
  // If the file has changed since the download started, it is sent from its start.
  const part = !ifRange || ifRange === etag ? parseRange(range, size) : 'whole'
  if (part === 'unsatisfiable') {
    const { code, sentence } = loader.status.refusals.range_too_far
    reply.code(416).header('content-range', `bytes */${size}`).send({ code, detail: sentence })
    return true
  }
  // A signed address works for GET only. The client repeats its range header to the bucket.
  const elsewhere = request.method === 'GET' && (await storage.addressOf(key, fileName))
  if (elsewhere) {
    // The bucket's own ETag, which a client sends to resume, is unknown here.
    await note(isBeginning(parseRange(range, size)))
    reply.headers({ 'cache-control': 'private, no-store', vary: 'accept' }).redirect(elsewhere, 302)
    return true
  }
  const { start, end } = part === 'whole' ? { start: 0, end: size - 1 } : part
  const file = await storage.get(key, { start, end })
  if (!file) return false
  await note(start === 0).catch((error) => {
    file.stream.destroy()
    throw error
  })
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': end - start + 1,
      'content-disposition': create(fileName),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      etag,
      vary: 'accept',
    })
    .send(file.stream)
  return true
}

const isBeginning = (part: ByteRange | 'whole' | 'unsatisfiable') =>
  part === 'whole' || (part !== 'unsatisfiable' && part.start === 0)

/** Several ranges, and headers that cannot be parsed, get the whole file. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return 'whole'
  if (!first) {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last ? Math.min(Number(last), size - 1) : size - 1 }
}
