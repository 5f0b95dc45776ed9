import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { addressOf } from '#server/kernel/addresses.ts'
import type { Database } from '#server/kernel/database.ts'

type Downloaded = {
  /** The customer's copy of the loader. */
  build?: string | null
  /** The release of a module. */
  release?: number | null
  version: string
  /** What is sent is its beginning. */
  begins: boolean
}

/** Of one file to one address in an hour; whoever begins it more often has it already. */
const mostAnHour = 20

/**
 * Notes that a customer has begun to download their copy or a module, with their address and
 * program. Banks are told of it as proof of delivery, and a copy that leaked is looked up by it. A
 * download that goes on after an interruption is not noted again; a part of a file that was never
 * begun from that address is, so leaving the first byte out hides nothing.
 */
export async function logDownload(
  db: Database,
  request: FastifyRequest,
  userId: number,
  { build = null, release = null, version, begins }: Downloaded,
) {
  if (request.method !== 'GET') return
  const address = addressOf(request)
  const agent = (request.headers['user-agent'] ?? '').slice(0, 300)
  await sql`
    insert into downloads (user_id, build_id, release_id, version, address, agent)
    select ${userId}::bigint, ${build}::uuid, ${release}::bigint, ${version}, ${address}::inet, ${agent}
     where (select count(*) from (
             select from downloads
              where user_id = ${userId} and address = ${address}::inet
                and build_id is not distinct from ${build}::uuid
                and release_id is not distinct from ${release}::bigint
                and (not ${begins}::boolean or created_at > now() - interval '1 hour')
              order by id desc limit ${mostAnHour}) as same)
           < case when ${begins}::boolean then ${mostAnHour}::int else 1 end`.execute(db)
}
