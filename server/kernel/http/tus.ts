import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type DataStore, MemoryLocker, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, type DeclaredRefusal } from '#contract/wire/refusals.ts'
import { Refusal } from './errors.ts'
import { answered } from './mount.ts'

/** The errors of the protocol, and the API refusal for each. */
export type TusRefusals = {
  misspoken: DeclaredRefusal
  missing: DeclaredRefusal
  wrongOffset: DeclaredRefusal
  tooLarge: DeclaredRefusal
}

type About = {
  store: DataStore
  refusals: TusRefusals
  /** Maximum size of a whole file in bytes. */
  most: number
}

/** A second request ends the first, which may be lost. Between processes, offsets are compared. */
const locker = new MemoryLocker()
/** In milliseconds. The first request stores what has arrived, while the locker polls. */
const lockDrainTimeout = 50

const spoken = ['tus-resumable', 'content-type', 'content-length']
const answeredWith = /^(tus-|upload-|location$)/

/** Follows tus 1.0.0 (https://tus.io/protocols/resumable-upload). Throws refusals of the API. */
export async function speakTus(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, refusals, most }: About,
) {
  const { id: given } = request.params as { id?: string }
  // In lower case, as the database stores it.
  const id = given?.toLowerCase() ?? randomUUID()
  let failure: unknown
  const server = new Server({
    path: '/',
    datastore: store,
    locker,
    lockDrainTimeout,
    maxSize: most,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    // Relative to the request's URL, so it works at any address of the shop.
    generateUrl: (_request, named) => named.id,
    onResponseError(_request, error) {
      failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(webRequest(request))
  if (response.status >= 400) throw refusalOf(failure, response.status, refusals)
  reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers)
    if (answeredWith.test(name)) reply.header(name, value)
  reply.send()
  return answered
}

function webRequest({ method, headers, body }: FastifyRequest): Request {
  const own = Object.entries(headers).filter(
    ([name]) => spoken.includes(name) || name.startsWith('upload-'),
  )
  const init = { method, headers: Object.fromEntries(own) as Record<string, string> }
  if (!(body instanceof Readable)) return new Request('http://shop/', init)
  const stream = Readable.toWeb(body) as ReadableStream
  return new Request('http://shop/', { ...init, body: stream, duplex: 'half' } as RequestInit)
}

function refusalOf(failure: unknown, status: number, refusals: TusRefusals): unknown {
  // An error of the store is more specific than an HTTP status.
  if (failure instanceof Error) return failure
  const { misspoken, missing, wrongOffset, tooLarge } = refusals
  const known = { 404: missing, 409: wrongOffset, 410: missing, 413: tooLarge }[status]
  // 501: an unsupported extension of the protocol.
  const busy = status >= 500 && status !== 501
  return new Refusal(known ?? (busy ? commonRefusals.busy : misspoken))
}
