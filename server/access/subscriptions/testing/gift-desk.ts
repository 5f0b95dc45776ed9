import { sql } from 'kysely'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'

type Given = Partial<Input<typeof staffSubscriptions.give>['body']>
type Caller = { cookie: string }

/** Staff who grant time on a product and take it back. */
export function giftDesk({ db, call }: TestShop, product: number, staff: Caller) {
  const params = (uid: number) => ({ uid: String(uid) })
  const bodyOf = (given: Given) => ({ game_id: product, reason: 'Sorry', ...given })

  return {
    give: (uid: number, given: Given, by = staff) =>
      call(staffSubscriptions.give, { params: params(uid), body: bodyOf(given) }, by),
    preview: (uid: number, given: Given, by = staff) =>
      call(staffSubscriptions.preview, { params: params(uid), body: bodyOf(given) }, by),
    undo: (uid: number, gift: string, by = staff) =>
      call(
        staffSubscriptions.undo,
        { params: { ...params(uid), gift }, body: { reason: 'Wrong' } },
        by,
      ),
    previewUndo: (uid: number, gift: string, by = staff) =>
      call(staffSubscriptions.previewUndo, { params: { ...params(uid), gift } }, by),

    /** Returns the gifts of the last 24 hours, the latest first. */
    async gifts(uid: number, by = staff) {
      const asked = { params: params(uid), query: {} }
      return (await call(staffSubscriptions.list, asked, by)).body.gifts
    },

    /** Returns the seconds that are left of the product. */
    async left(uid: number): Promise<number> {
      const { rows } = await sql<{ left: number }>`
        select coalesce(max(greatest(0, extract(epoch from ends_at - clock_timestamp()))), 0)::float as left
          from subscriptions where user_id = ${uid} and product_id = ${product}`.execute(db)
      return rows[0]!.left
    },

    /** Moves all events of the user back by this many hours. */
    async age(uid: number, hours: number) {
      await sql`update time_gifts set created_at = created_at - make_interval(hours => ${hours}::int)
        where entry_id in (select time_entries.id from time_entries join subscriptions on subscriptions.id = subscription_id where user_id = ${uid})`.execute(
        db,
      )
      await sql`update subscriptions set created_at = created_at - make_interval(hours => ${hours}::int),
               ends_at = ends_at - make_interval(hours => ${hours}::int)
        where user_id = ${uid}`.execute(db)
    },
  }
}
