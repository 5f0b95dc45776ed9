import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffTraces } from '#contract/licensing/staff-traces.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
await seedDemoRelease(db, counter.shop.storage)
const staff = await signIn(counter.app, { admin: true })
const desk = refundDesk(counter, staff)

async function buyAgain(cookie: string, product: number) {
  const { body } = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  await counter.session(body.session_id, 'confirm', {})
  await counter.work()
  return body.order_id
}

test('the orders of a traced copy are those that paid for its time, then the latest', async () => {
  const first = await desk.buy()
  const { user, cookie, products } = first
  await passTime(db, user.id, 60)
  const second = await buyAgain(cookie, products[0]!)
  const { id: release_id } = await db
    .selectFrom('loader_releases')
    .select('id')
    .where('product_id', 'is', null)
    .executeTakeFirstOrThrow()
  const [at, sha256] = [new Date(), 'ab'.repeat(32)]
  const { id: build } = await db
    .insertInto('loader_builds')
    .values({
      ...{ user_id: user.id, release_id, status: 'ready', requested_at: at, finished_at: at },
      ...{ storage_key: 'loaders/one', sha256, size: 9 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A later purchase of the product pays for later time. That of another comes after the copy.
  const stacked = await buyAgain(cookie, products[0]!)
  await sql`
    insert into orders (user_id, type, total_cents, payment_status)
    select ${user.id}, 'card', 500, 'expired' from generate_series(1, 11)`.execute(db)

  const orders = async () => {
    const { body } = await counter.call(staffTraces.find, { body: { of: build } }, staff)
    return body.copies[0]!.customer!.orders
  }
  const paid = async () =>
    (await orders()).flatMap(({ id, paid_for_copy }) => (paid_for_copy ? [id] : []))
  expect(await paid()).toEqual([second])
  const listed = await orders()
  expect([listed.length, listed[0]!.id]).toEqual([10, second])

  // The copy is downloaded again after the stacked month has started.
  const soon = new Date(at.getTime() + 40 * 86_400_000)
  await db
    .insertInto('downloads')
    .values({
      user_id: user.id,
      address: '192.0.2.7',
      build_id: build,
      version: '1',
      created_at: soon,
    })
    .execute()
  expect((await paid()).sort()).toEqual([second, stacked].sort())
})
