import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { credits } from '#contract/outages/credits.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { staffStatus } from '#contract/outages/staff-status.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { previewBatch } from '#server/outages/credits/preview.ts'

export const hour = 3600
export const day = 86_400
const unique = () => randomBytes(4).toString('hex')
type Policy = Input<typeof credits.setPolicy>['body']

/** Times are given in hours before now, or before another time. */
export function creditDesk(shop: TestShop, staff: { cookie: string }, now = () => Date.now()) {
  const { db, app, call } = shop
  const moment = (hoursAgo: number) => new Date(Math.round(now() - hoursAgo * 3_600_000))

  return {
    /** Creates a product with its own module. */
    async product(policy: Policy = {}) {
      const repo = `module-${unique()}`
      const body = { repo, version: '1', status: 'operational' as const }
      await call(staffStatus.add, { body }, staff)
      const values = { slug: unique(), name: `Game ${unique()}`, price_cents: 3000 }
      const { id } = await db
        .insertInto('products')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      const set = { params: { id: String(id) }, body: { repos: [repo], ...policy } }
      await call(credits.setPolicy, set, staff)
      return { id, repo }
    },
    /** Creates a user's run of a product that started `from` hours ago and lasts `hours` hours. */
    async run(product: number, from: number, hours: number, uid?: number) {
      const user_id = uid ?? (await signIn(app)).user.id
      const at = moment(from)
      const { id } = await db
        .insertInto('subscriptions')
        .values({ user_id, product_id: product, created_at: at, ends_at: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const seconds =
        hours === Number.POSITIVE_INFINITY ? lifetimeSeconds : Math.round(hours * hour)
      await db
        .insertInto('time_entries')
        .values({ subscription_id: id, seconds, cause: 'grant', created_at: at })
        .execute()
      return { id, user: user_id }
    },
    /** Opens an incident that started this many hours ago. Returns its id. */
    async open(repo: string, from: number, status = 'offline' as 'offline' | 'updating') {
      const body = { title: unique(), repos: [repo], status, text: 'Down' }
      const given = { body: { ...body, starts_at: moment(from).toISOString() } }
      return (await call(staffIncidents.add, given, staff)).body.id
    },
    /** Adds a closed incident. Returns its id and the id of its draft. */
    async incident(repo: string, from: number, to: number, status?: 'offline' | 'updating') {
      const id = await this.open(repo, from, status)
      return this.close(id, to)
    },
    /** Closes an open incident as of this many hours ago. */
    async close(id: number, to: number) {
      const over = { text: 'Over', ended_at: moment(to).toISOString() }
      const closed = { params: { id: String(id) }, body: over }
      return (await call(staffIncidents.close, closed, staff)).body
    },
    byHand: (game_id: number, hours: number, by = staff) =>
      call(credits.add, { body: { game_id, hours, title: unique() } }, by),
    /** Requests a preview and creates it immediately. */
    async preview(id: number) {
      const params = { id: String(id) }
      const asked = await call(credits.preview, { params }, staff)
      if (asked.status === 200) await previewBatch(db, id)
      return asked.status === 200 ? call(credits.get, { params }, staff) : asked
    },
    confirm: (id: number, people: number, seen: { previewed_at?: string } = {}) =>
      call(credits.confirm, { params: { id: String(id) }, body: { people, ...seen } }, staff),
    drop: (id: number) => call(credits.drop, { params: { id: String(id) } }, staff),
    undo: (id: number) => call(credits.undo, { params: { id: String(id) } }, staff),
    get: async (id: number) =>
      (await call(credits.get, { params: { id: String(id) } }, staff)).body,
    /** Returns the credit of each run in a batch, or the reason why it gets none. */
    async listed(batch: number) {
      const rows = await db
        .selectFrom('time_credits')
        .select(['subscription_id', 'seconds', 'why'])
        .where('batch_id', '=', batch)
        .execute()
      return new Map(rows.map((row) => [row.subscription_id, row.why ?? row.seconds]))
    },
    /** Returns the expiry date of a user's time on a product, in seconds. */
    async endOf(product: number, user: number): Promise<number> {
      const { rows } = await sql<{ at: number }>`
        select extract(epoch from max(ends_at))::float8 as at from subscriptions
         where user_id = ${user} and product_id = ${product}`.execute(db)
      return rows[0]!.at
    },
    /** Returns the ledger of a product as lines of `cause seconds`. */
    async ledger(product: number) {
      const { rows } = await sql<{ line: string }>`
        select cause || ' ' || seconds as line from time_entries
          join subscriptions on subscriptions.id = subscription_id
         where product_id = ${product} order by time_entries.id`.execute(db)
      return rows.map(({ line }) => line)
    },
  }
}
