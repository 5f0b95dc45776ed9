import { sql } from 'kysely'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { groupNames } from '#contract/people/campaigns.ts'
import { running } from '#server/access/subscriptions/running.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { reachable } from '#server/platform/users/living.ts'

function subscribers(db: Database, productId?: number) {
  return db
    .selectFrom('subscriptions')
    .select('user_id')
    .where(running)
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId!))
}

/** Selects the current members of the group. Throws 422 if there is no such group. */
export async function selectGroup(db: Database, group: string) {
  const users = db.selectFrom('users').where(reachable)
  if (group === 'all') return users
  if (group === 'admins') return users.where('admin', '=', true)
  if (group === 'subscribers') return users.where('users.id', 'in', subscribers(db))
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', group)
    .executeTakeFirst()
  if (!product)
    throw new Refusal(campaignForm.start.refusals.unknown_group, {
      loc: ['body', 'recipient_group'],
    })
  return users.where('users.id', 'in', subscribers(db, product.id))
}

const suppressed = sql<boolean>`exists (
  select from mail_suppressions where mail_suppressions.email = lower(users.email))`

/** With the number of recipients and of unsubscribed users. */
export async function listGroups(db: Database) {
  const counts = sql<number>`count(*) filter (where not suppressed)`.as('recipients')
  const suppressedCount = sql<number>`count(*) filter (where suppressed)`.as('suppressed')
  const people = db
    .with('people', () =>
      db
        .selectFrom('users')
        .where(reachable)
        .select([
          'users.id',
          'admin',
          suppressed.as('suppressed'),
          sql<boolean>`users.id in (select user_id from subscriptions where ${running})`.as(
            'subscriber',
          ),
        ]),
    )
    .selectFrom('people')
    .select([
      counts,
      suppressedCount,
      sql<number>`count(*) filter (where subscriber and not suppressed)`.as('subscribers'),
      sql<number>`count(*) filter (where subscriber and suppressed)`.as('subscribers_suppressed'),
      sql<number>`count(*) filter (where admin and not suppressed)`.as('admins'),
      sql<number>`count(*) filter (where admin and suppressed)`.as('admins_suppressed'),
    ])
    .executeTakeFirstOrThrow()
  const [all, products] = await Promise.all([people, countByProduct(db)])
  return [
    { group: 'all', ...all, name: groupNames.all },
    {
      group: 'subscribers',
      name: groupNames.subscribers,
      recipients: all.subscribers,
      suppressed: all.subscribers_suppressed,
    },
    {
      group: 'admins',
      name: groupNames.admins,
      recipients: all.admins,
      suppressed: all.admins_suppressed,
    },
    ...products,
  ]
}

async function countByProduct(db: Database) {
  const products = await db
    .selectFrom('products')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('subscriptions')
          .innerJoin('users', 'users.id', 'user_id')
          .select(['product_id', 'user_id', suppressed.as('suppressed')])
          .distinct()
          .where(running)
          .where(reachable)
          .as('subscribers'),
      (join) => join.onRef('subscribers.product_id', '=', 'products.id'),
    )
    .select([
      'products.slug as group',
      'products.name',
      sql<number>`count(user_id) filter (where not suppressed)`.as('recipients'),
      sql<number>`count(user_id) filter (where suppressed)`.as('suppressed'),
    ])
    .groupBy('products.id')
    .orderBy('products.position')
    .orderBy('products.id')
    .execute()
  return products.map(({ name, ...product }) => ({ ...product, name: `${name} Subscribers` }))
}
