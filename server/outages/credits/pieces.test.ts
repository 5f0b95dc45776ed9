import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { applyBatch, applySome } from './apply.ts'
import { creditDesk } from './testing/credit-desk.ts'
import { undoSome } from './undo.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })
const desk = creditDesk(shop, admin)
const people = 5000

async function readIn(tx: Tx) {
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as table, seq_tup_read as rows from pg_stat_xact_user_tables
     where relname in ('subscriptions', 'users', 'time_credits', 'time_entries')
       and seq_tup_read > 0`.execute(tx)
  return rows
}

test('a piece of a batch only reads its own rows, for any batch size', async () => {
  const { id: product } = await desk.product()
  await sql`
    with people as (
      insert into users (username, email)
      select 'one-of-many-' || n, 'one-of-many-' || n || '@example.com'
        from generate_series(1, ${people}) as n
      returning id
    )
    insert into subscriptions (user_id, product_id, created_at, term_length, ends_at)
    select id, ${product}, now() - interval '1 day', 864000, now() + interval '9 days'
      from people`.execute(db)
  const { id } = (await desk.byHand(product, 48)).body
  await desk.preview(id)
  await sql`analyze`.execute(db)
  /** Returns the rows read by sequential scans. */
  const readBy = (piece: typeof applySome) =>
    db.transaction().execute(async (tx) => {
      // The connection may not have reported its earlier reads yet.
      const before = await readIn(tx)
      expect(await piece(tx, id, 500)).not.toBeNull()
      const after = await readIn(tx)
      return after.filter(
        ({ table, rows }) => rows !== before.find((each) => each.table === table)?.rows,
      )
    })
  expect(await readBy(applySome)).toEqual([])
  await desk.confirm(id, people)
  await applyBatch(db, id, 500)
  await sql`analyze`.execute(db)
  expect(await readBy(undoSome)).toEqual([])
})
