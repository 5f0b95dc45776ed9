import { sql } from 'kysely'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { type Discount, discountColumns } from './validity.ts'

type RemovedCode = Parsed<typeof staffDiscounts.remove>['body'][number]
type NewCode = Parsed<typeof staffDiscounts.add>['body'][number]

/** Adds all of the codes. If one exists already, adds none and throws 409. */
export async function addCodes(db: Database, staff: Staff, codes: NewCode[]) {
  const twice = codes.find(({ code }, at) => codes.findIndex((one) => one.code === code) < at)
  if (twice) throw exists(twice.code)
  return transaction(db, async (tx) => {
    const rows = await tx
      .insertInto('discounts')
      .values(codes.map(keep))
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning(discountColumns)
      .execute()
    if (rows.length < codes.length) {
      const added = new Set(rows.map(({ code }) => code))
      throw exists(codes.find(({ code }) => !added.has(code))!.code)
    }
    const discounts = rows.map(present)
    await record(tx, 'discount.added', {
      staff,
      data: { codes: discounts.slice(0, mostRecorded), count: discounts.length },
    })
    return { discounts, total: discounts.length }
  }).catch((error) => {
    if (violatedConstraint(error) !== 'discounts_product_id_fkey') throw error
    throw new Refusal(productRefusals.unknown_product)
  })
}

/** Orders that hold a use keep their price. A code that a colleague has removed is ignored. */
export function removeCodes(db: Database, staff: Staff, codes: RemovedCode[]) {
  const texts = codes.filter((code) => typeof code === 'string')
  const ids = codes.flatMap((code) => (typeof code === 'string' ? [] : [code.id]))
  const wanted = sql<boolean>`(code = any(${texts}::text[]) or id = any(${ids}::bigint[]))`
  return transaction(db, async (tx) => {
    // Locks codes in the same order as orders do.
    await tx.selectFrom('discounts').select('id').where(wanted).orderBy('id').forUpdate().execute()
    const rows = await tx.deleteFrom('discounts').where(wanted).returning(discountColumns).execute()
    if (rows.length === 0) return { removed: 0 }
    await record(tx, 'discount.removed', {
      staff,
      data: { codes: rows.slice(0, mostRecorded).map(present), count: rows.length },
    })
    return { removed: rows.length }
  })
}

const mostRecorded = 50

const exists = (code: string) =>
  new Refusal(staffDiscounts.add.refusals.code_exists, { values: { code } })

/** Stored as cents or whole percent. */
function keep({ gid, type, amount, start_date, end_date, min_order, ...same }: NewCode) {
  return {
    ...same,
    min_cents: min_order,
    product_id: gid,
    type,
    amount: type === 0 ? Math.round(amount * 100) : amount,
    starts_at: start_date,
    ends_at: end_date,
  }
}

export function present({
  product_id,
  type,
  amount,
  starts_at,
  ends_at,
  min_cents,
  ...same
}: Discount) {
  return {
    ...same,
    min_order: min_cents,
    gid: product_id,
    type,
    amount: type === 0 ? amount / 100 : amount,
    start_date: starts_at,
    end_date: ends_at,
  }
}
