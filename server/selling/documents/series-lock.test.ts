import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, transaction } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { countLockWaits } from '#server/kernel/testing/lock-waits.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openRecorder } from '#server/kernel/testing/recorded-statements.ts'
import { placeOrder } from '#server/selling/orders/place.ts'
import { lockOrder, settleOrder } from '#server/selling/orders/settle.ts'
import { declareDomains } from '#server/shop/domains.ts'
import { documentNewSale, documentOrder } from './make.ts'
import { findSold } from './order.ts'

declareDomains()

const issuer = { shopName: 'Loadout', siteUrl: 'http://shop.example', timeZone: 'UTC', test: false }

const recorder = openRecorder()
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 8)
  // The first document creates its series.
  await documentOrder(db, issuer, await paidOrder())
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  recorder.close()
})

async function paidOrder(): Promise<string> {
  const { user } = await signInAs(db)
  const items = [{ id: await addProduct(db), plan: '1m' }]
  const order = await placeOrder(db, { userId: user.id, type: 'crypto', items, admit: () => {} })
  await settleOrder(db, order.id, 'finished')
  return order.id
}

const numbers = async () =>
  (await db.selectFrom('documents').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  )

test('only the last statement of a document locks its series', async () => {
  const order = await paidOrder()
  const statements = await recorder.record(() => documentOrder(db, issuer, order))
  const texts = statements.map(({ text }) => text)
  const locking = texts.findIndex((text) => text.includes('document_series'))
  expect(texts.slice(locking + 1)).toEqual(['commit'])
})

test('a new sale takes two statements and no transaction', async () => {
  const order = await paidOrder()
  const statements = await recorder.record(async () => {
    const sold = await findSold(db, order)
    expect(await documentNewSale(db, issuer, sold!)).toBe(true)
  })
  expect(statements).toHaveLength(2)
})

test('documents do not wait for an order that another transaction changes', async () => {
  const [held, free] = [await paidOrder(), await paidOrder()]
  const { waiting } = await transaction(db, async (tx) => {
    await lockOrder(tx, held)
    const waiting = documentOrder(db, issuer, held)
    await expect.poll(() => countLockWaits(db)).toBe(1)
    await documentOrder(db, issuer, free)
    return { waiting }
  })
  await waiting
  const made = await numbers()
  expect(made).toEqual(made.map((_, at) => at + 1))
})

test('40 sales, each documented twice at once after a rollback, are numbered without gaps', async () => {
  const orders = await Promise.all(Array.from({ length: 40 }, paidOrder))
  const before = (await numbers()).length
  const make = async (order: string) => {
    const sold = (await findSold(db, order))!
    const rolledBack = transaction(db, async (tx) => {
      await documentOrder(tx, issuer, order)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow()
    return documentNewSale(db, issuer, sold)
  }
  const done = await Promise.all([...orders, ...orders].map(make))
  expect(done.filter(Boolean)).toHaveLength(40)
  expect(await numbers()).toEqual(Array.from({ length: before + 40 }, (_, at) => at + 1))
})
