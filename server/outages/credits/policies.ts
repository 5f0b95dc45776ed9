import { sql } from 'kysely'
import type { credits } from '#contract/outages/credits.ts'
import { mostModules } from '#contract/outages/status.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { policyOf } from './policy-columns.ts'
import { settleStills } from './stills.ts'

type Changes = Parsed<typeof credits.setPolicy>['body']

export async function listPolicies(db: Database, page: Page) {
  const ordered = selectPolicies(db).orderBy('products.position').orderBy('products.id')
  const { rows: policies, total } = await pageOf(ordered, page)
  const { rows } = await sql<{ repo: string }>`
    select repo from modules order by position, repo limit ${mostModules}`.execute(db)
  return { policies: policies.map(presented), total, repos: rows.map(({ repo }) => repo) }
}

/** Throws `unknown_product` and `changed_meanwhile`. */
export function setPolicy(
  db: Database,
  staff: Staff,
  productId: number,
  { revision: seen, ...changes }: Changes,
) {
  return transaction(db, async (tx) => {
    // Freezes depend on the policy, so lock the incidents.
    await waitForLock(tx, 'incidents')
    const before = await getPolicy(tx, productId)
    await refuseStale(tx, staff, { time_policy: productId }, seen, before.revision)
    const after = { ...before, ...changes, repos: [...new Set(changes.repos ?? before.repos)] }
    after.repos.sort()
    const changed = difference(before, after)
    if (Object.keys(changed.after).length === 0) return before
    const revision = before.revision + 1
    const { states, from_minutes, mode, rounding } = after
    const row = { states, from_minutes, mode, rounding, percent: percentOf(after.factor), revision }
    await tx
      .insertInto('time_policies')
      .values({ product_id: productId, ...row })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet(row))
      .execute()
    await tx.deleteFrom('product_modules').where('product_id', '=', productId).execute()
    if (after.repos.length > 0)
      await tx
        .insertInto('product_modules')
        .values(after.repos.map((repo) => ({ product_id: productId, repo })))
        .execute()
    const { name: product } = before
    await record(tx, 'time_policy.changed', {
      staff,
      data: { time_policy: productId, product, revision, ...changed },
    })
    await settleStills(tx)
    return { ...after, revision }
  })
}

/** Locks a product and returns its policy. */
async function getPolicy(tx: Tx, productId: number) {
  const row = await selectPolicies(tx)
    .where('products.id', '=', productId)
    .forNoKeyUpdate('products')
    .executeTakeFirst()
  if (!row) throw new Refusal(productRefusals.unknown_product)
  return presented(row)
}

function selectPolicies(db: Database) {
  return db
    .selectFrom('products')
    .leftJoin('time_policies', 'time_policies.product_id', 'products.id')
    .select(['products.id as game_id', 'products.name'])
    .select([policyOf.states.as('states'), policyOf.from_minutes.as('from_minutes')])
    .select([policyOf.mode.as('mode'), policyOf.rounding.as('rounding')])
    .select([
      policyOf.percent.as('percent'),
      sql<number>`coalesce(time_policies.revision, 0)`.as('revision'),
    ])
    .select(
      sql<string[]>`array(select repo from product_modules
        where product_modules.product_id = products.id order by repo)`.as('repos'),
    )
}

const presented = <Row extends { percent: number }>({ percent, ...row }: Row) => ({
  ...row,
  factor: percent / 100,
})

const percentOf = (factor: number) => Math.round(factor * 100)
