import { sql } from 'kysely'
import { type Company, taxes } from '#contract/platform/taxes.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { hasVatIds } from '#contract/wire/vat-countries.ts'
import type { Vies } from '#server/adapters/vies/vies.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { requireDrawable } from '#server/platform/media/drawable.ts'
import { living } from '#server/platform/users/living.ts'
import { lockBuyer, putOnOpenOrders } from './buyer.ts'
import { askVies, checkOf, latestState, readCheck } from './vat-checks.ts'
import { readVatId, requesterFor } from './vat-ids.ts'

type Typed = Parsed<typeof taxes.saveCompany>['body']

/**
 * Also updates the open card form. Accepts a VAT id that VIES cannot check now. Throws
 * `country_first`, `vat_id_form`, `vat_id_unknown`.
 */
export async function saveCompany(
  db: Database,
  vies: Vies,
  userId: number,
  { name, address, vat_id: typed }: Typed,
): Promise<Company> {
  await requireDrawable({ name, address })
  const { tax_country: country } = await db
    .selectFrom('users')
    .select('tax_country')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!country || !hasVatIds(country)) throw new Refusal(taxes.saveCompany.refusals.country_first)
  const vatId = typed ? await readVatId(country, typed) : null
  const tax = await taxOf(db, country, vatId, vies)
  if (tax === 'unknown') throw new Refusal(taxes.saveCompany.refusals.vat_id_unknown)
  const kept = { country, name, address, vat_id: vatId }
  await transaction(db, async (tx) => {
    await lockBuyer(tx, userId)
    // VIES takes seconds, during which the account may be deleted.
    if (!(await lockLiving(tx, userId))) return
    await tx
      .insertInto('companies')
      .values({ user_id: userId, ...kept })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
      .execute()
    await putOnOpenOrders(tx, userId)
  })
  return { name, address, vat_id: vatId ?? '', tax }
}

const lockLiving = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(living)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function taxOf(db: Database, country: string, vatId: string | null, vies: Vies) {
  const requester = requesterFor(await sellerIdOf(db), country, vatId)
  if (!vatId || !requester) return 'taxed'
  const id = await checkOf(db, vatId, requester)
  await askVies(db, vies, id)
  return taxBy((await readCheck(db, id)).state)
}

export function taxBy(state: 'asked' | 'valid' | 'invalid'): Company['tax'] {
  if (state === 'valid') return 'reverse_charge'
  return state === 'invalid' ? 'unknown' : 'waiting'
}

async function sellerIdOf(db: Database) {
  const { seller_vat_id } = await db
    .selectFrom('settings')
    .select('seller_vat_id')
    .executeTakeFirstOrThrow()
  return seller_vat_id
}

export function removeCompany(db: Database, userId: number) {
  return transaction(db, async (tx) => {
    await lockBuyer(tx, userId)
    await tx.deleteFrom('companies').where('user_id', '=', userId).execute()
    await putOnOpenOrders(tx, userId)
  })
}

/** Null for a private person. */
export async function findCompany(db: Database, userId: number): Promise<Company | null> {
  const { rows } = await sql<{
    country: string
    name: string
    address: string
    vat_id: string | null
    seller: string
  }>`
    select companies.country, name, address, vat_id, seller_vat_id as seller
      from companies join users on users.id = user_id and tax_country = country, settings
     where user_id = ${userId}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { country, name, address, vat_id: vatId, seller } = found
  const requester = requesterFor(seller, country, vatId)
  const about = { name, address, vat_id: vatId ?? '' }
  if (!vatId || !requester) return { ...about, tax: 'taxed' }
  return { ...about, tax: taxBy(await latestState(db, vatId, requester)) }
}
