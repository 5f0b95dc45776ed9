import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'
import { Refusal } from './errors.ts'

/** Throws the refusal above `most` bytes, at once if the request announces more. */
export async function* uploadOf(request: FastifyRequest, most: number, tooLarge: DeclaredRefusal) {
  if (Number(request.headers['content-length']) > most) throw new Refusal(tooLarge)
  let size = 0
  for await (const chunk of request.body as Readable) {
    size += (chunk as Buffer).length
    if (size > most) throw new Refusal(tooLarge)
    yield chunk as Buffer
  }
}
