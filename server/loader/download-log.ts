import type { FastifyRequest } from 'fastify'
import { addressOf } from '#server/kernel/addresses.ts'
import type { Database } from '#server/kernel/database.ts'

type Downloaded = {
  /** The customer's copy of the loader. */
  build?: string | null
  /** The release of a module. */
  release?: number | null
  version: string
}

/**
 * Keeps that a customer has begun to download their copy or a module, from where and by what: a bank
 * that is told so believes that they have it, and a copy that leaked is looked up by it. What goes on
 * after an interruption is not begun.
 */
export async function logDownload(
  db: Database,
  request: FastifyRequest,
  userId: number,
  { build = null, release = null, version }: Downloaded,
) {
  const begins = /^bytes=0?-?0*$|^bytes=0-/.test(request.headers.range ?? 'bytes=0-')
  if (request.method !== 'GET' || !begins) return
  await db
    .insertInto('downloads')
    .values({
      user_id: userId,
      build_id: build,
      release_id: release,
      version,
      address: addressOf(request),
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    })
    .execute()
}
