import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { publishRelease, seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { build } from './builds.ts'
import { subscribe } from './testing/subscriber.ts'

const shop = await fileFixture(openTestShop())
const { db, app } = shop
await seedDemoRelease(db, shop.shop.storage)

async function newCustomer() {
  const customer = await signIn(app)
  await subscribe(db, customer.user.id)
  return customer
}

type Customer = Awaited<ReturnType<typeof newCustomer>>

/** A customer's new copy, as downloaded. */
async function copyOf(customer: Customer) {
  await shop.call(loader.request, {}, customer)
  const { id } = await db
    .selectFrom('loader_builds')
    .select('id')
    .where('user_id', '=', customer.user.id)
    .where('status', '=', 'building')
    .executeTakeFirstOrThrow()
  const { storage, loaderKey, markKey } = shop.shop
  await build(db, storage, loaderKey, markKey, id)
  const { cookie } = customer
  return (await app.inject({ url: '/api/loader/?download=1', headers: { cookie } })).rawPayload
}

async function verdictOf(file: Buffer, customer: Customer) {
  const sha256 = createHash('sha256').update(file).digest('hex')
  return (await shop.call(loader.verify, { body: { sha256 } }, customer)).body
}

const unknown = { verdict: 'unknown', version: null, issued_at: null }

test('a copy belongs to its customer only, also after it was replaced', async () => {
  const [customer, other] = [await newCustomer(), await newCustomer()]
  const first = await copyOf(customer)
  const bytes = Readable.from([demoProgram('1.4.3')])
  await publishRelease(db, shop.shop.storage, { version: '1.4.3', bytes })
  const second = await copyOf(customer)
  const own = { verdict: 'unchanged', version: '1.4.2', issued_at: expect.any(String) }
  expect(await verdictOf(first, customer)).toEqual(own)
  expect(await verdictOf(second, customer)).toEqual({ ...own, version: '1.4.3' })
  expect(await verdictOf(first, other)).toEqual(unknown)
})

test('does not recognise a changed copy, and reports a revoked one', async () => {
  const customer = await newCustomer()
  const file = await copyOf(customer)
  const changed = Buffer.from(file)
  changed[100]! ^= 1
  expect(await verdictOf(changed, customer)).toEqual(unknown)
  const body = {
    scope: 'customer',
    uid: customer.user.id,
    state: 'revoked',
    reason: 'Leaked',
  } as const
  await shop.call(staffRevocations.add, { body }, await signIn(app, { admin: true }))
  expect(await verdictOf(file, customer)).toMatchObject({ verdict: 'withdrawn', version: '1.4.3' })
})
