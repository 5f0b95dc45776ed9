import type { FastifyRequest } from 'fastify'
import { addressOf } from '#server/kernel/addresses.ts'
import type { Database } from '#server/kernel/database.ts'

/**
 * Keeps that a customer has begun to download their copy, and from where: a bank that is told so
 * believes that they have it. What goes on after an interruption is not begun.
 */
export async function logDownload(
  db: Database,
  request: FastifyRequest,
  userId: number,
  { build, version }: { build: string; version: string },
) {
  const begins = /^bytes=0?-?0*$|^bytes=0-/.test(request.headers.range ?? 'bytes=0-')
  if (request.method !== 'GET' || !begins) return
  await db
    .insertInto('downloads')
    .values({ user_id: userId, build_id: build, version, address: addressOf(request) })
    .execute()
}
