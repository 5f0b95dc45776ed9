import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'

function selectBound(db: Database, userId: number, lostAfter: number) {
  return db
    .selectFrom('devices')
    .select(['id', 'name', 'os', 'created_at as first_seen'])
    .select(({ selectFrom }) => [
      sql<Date>`greatest(last_seen_at, (select max(beat_at) from loader_sessions where device_id = devices.id))`.as(
        'last_seen',
      ),
      selectFrom('loader_sessions')
        .innerJoin('products', 'products.id', 'product_id')
        .select(sql<string[]>`coalesce(json_agg(distinct products.name), '[]')`.as('names'))
        .whereRef('device_id', '=', 'devices.id')
        .where('ended_at', 'is', null)
        .where('beat_at', '>', sql<Date>`now() - make_interval(secs => ${lostAfter / 1000})`)
        .$asScalar()
        .$notNull()
        .as('running'),
      selectFrom('loader_tokens')
        .select(({ fn }) => fn.max('id').as('id'))
        .whereRef('device_id', '=', 'devices.id')
        .where('revoked_at', 'is', null)
        .$asScalar()
        .as('pairing'),
      selectFrom('device_places')
        .innerJoin('products', 'products.id', 'product_id')
        .select(
          sql<string[]>`coalesce(json_agg(products.name order by products.name), '[]')`.as('names'),
        )
        .whereRef('device_id', '=', 'devices.id')
        .$asScalar()
        .$notNull()
        .as('products'),
    ])
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
}

export const listOwnDevices = (db: Database, userId: number, lostAfter: number) =>
  selectBound(db, userId, lostAfter).execute()

export async function listDevices(db: Database, userId: number, lostAfter: number, page: Page) {
  const { rows, total } = await pageOf(selectBound(db, userId, lostAfter), page)
  return { devices: rows, total }
}

export async function listHistory(db: Database, userId: number, page: Page) {
  const ofUser = db
    .selectFrom('device_history')
    .leftJoin('devices', 'devices.id', 'device_id')
    .leftJoin('users as actor', 'actor.id', 'actor_id')
    .where('device_history.user_id', '=', userId)
    .select([
      'device_history.id',
      'kind',
      'devices.name as device',
      'actor.username as by',
      sql<string | null>`details ->> 'reason'`.as('reason'),
      sql<string[]>`coalesce(details -> 'kinds', '[]')`.as('parts'),
      'device_history.created_at',
    ])
    .orderBy('device_history.id', 'desc')
  const { rows, total } = await pageOf(ofUser, page)
  return { history: rows, total }
}
