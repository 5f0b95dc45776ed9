import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { type priceChange, staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { goesOn } from '#server/access/subscriptions/renewal-states.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Page } from '#server/kernel/lists/page.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

type PriceChange = z.output<typeof priceChange>

/** Returns the price changes of a product, newest first. Throws 404. */
export async function listPriceChanges(db: Database, productId: number, page: Page) {
  const product = await db
    .selectFrom('products')
    .select('name')
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  const [changes, { total }] = await Promise.all([
    read(db, sql`product_id = ${productId}`, page),
    db
      .selectFrom('price_changes')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow(),
  ])
  return { product: product.name, changes, total }
}

/** Throws 404. */
export async function getPriceChange(db: Database, id: number): Promise<PriceChange> {
  const [change] = await read(db, sql`price_changes.id = ${id}`, { page: 0, limit: 1 })
  if (!change) throw new Refusal(staffPriceChanges.cancel.refusals.unknown_price_change)
  return change
}

type Row = Omit<PriceChange, 'counts'> & PriceChange['counts']

async function read(
  db: Database,
  which: RawBuilder<unknown>,
  { page, limit }: Page,
): Promise<PriceChange[]> {
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select * from price_changes where ${which}
       order by id desc limit ${limit} offset ${page * limit}
    )
    select wanted.id, ${shownName('actor')} as by, reason, wanted.created_at, canceled_at,
           case when canceled_by is not null then ${shownName('canceler')} end as canceled_by,
           counted.*
      from wanted
      join users as actor on actor.id = actor_id
      left join users as canceler on canceler.id = canceled_by
      cross join lateral (
        select min(applies_from) filter (where new_cents > old_cents) as applies_from, count(*)::int as people,
               coalesce(round(sum((new_cents - old_cents) * 2592000.0 / term_seconds)), 0)::int as month,
               count(*) filter (where open and runs and told_at is null)::int as waiting,
               count(*) filter (where open and runs and applies_from is not null)::int as announced,
               count(*) filter (where applied_at is not null)::int as applied,
               count(*) filter (where open and not runs
                 or open and told_at is not null and applies_from is null)::int as ended,
               count(*) filter (where dropped_for in ('replaced', 'agreed'))::int as replaced,
               count(*) filter (where dropped_for = 'canceled')::int as canceled
          from (select renewal_prices.*, term_seconds,
                       applied_at is null and dropped_at is null as open,
                       ${goesOn('renewals')} as runs
                  from renewal_prices join renewals on renewals.id = renewal_id
                 where price_change_id = wanted.id) as moved
      ) as counted
     order by wanted.id desc`.execute(db)
  return rows.map(({ waiting, announced, applied, ended, replaced, canceled, ...change }) => ({
    ...change,
    counts: { waiting, announced, applied, ended, replaced, canceled },
  }))
}
