import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { addressOf } from '#server/kernel/network/addresses.ts'

type Downloaded = {
  build?: string | null
  release?: number | null
  version: string
  begins: boolean
}

/** The log limit per file and address in an hour. More entries add no information. */
const mostAnHour = 20

/** A resumed download is logged unless its start was, so skipping the first byte hides nothing. */
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
