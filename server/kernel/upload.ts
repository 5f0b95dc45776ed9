import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'

/**
 * The bytes of a request that `consumes` a file, as they come. Ends with a Refusal of 413 and the
 * given sentence beyond `most` bytes, at once when the request announces more.
 */
export async function* uploadOf(request: FastifyRequest, most: number, tooLarge: string) {
  if (Number(request.headers['content-length']) > most) throw new Refusal(413, tooLarge)
  let size = 0
  for await (const chunk of request.body as Readable) {
    size += (chunk as Buffer).length
    if (size > most) throw new Refusal(413, tooLarge)
    yield chunk as Buffer
  }
}
