import { expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { staffBuilds } from '#contract/licensing/staff-loader.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { publishRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { subscribe } from './testing/subscriber.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })

let count = 0
async function publish() {
  count += 1
  const version = `1.0.${count}`
  async function* bytes() {
    yield demoProgram(version)
  }
  await publishRelease(shop.db, shop.shop.storage, { version, bytes: bytes() })
  return version
}

/** A customer whose build failed because the file of its release was missing. */
async function failedBuild() {
  await publish()
  const customer = await signIn(shop.app)
  await subscribe(shop.db, customer.user.id)
  await shop.call(loader.request, {}, customer)
  await shop.db
    .updateTable('loader_builds')
    .set({ status: 'failed', error: 'The disk is full', finished_at: new Date() })
    .where('user_id', '=', customer.user.id)
    .execute()
  const [build] = (await list({ search: customer.user.username })).builds
  return { customer, build: build! }
}

const list = async (query: object) => (await shop.call(staffBuilds.list, { query }, staff)).body
const retry = (id: string) => shop.call(staffBuilds.retry, { params: { id } }, staff)
const loaderOf = async (customer: { cookie: string }) =>
  (await shop.call(loader.status, { query: {} }, customer)).body

test('lists a failed build with its reason, and rebuilds it from the current release', async () => {
  const { customer, build } = await failedBuild()
  expect(build).toMatchObject({
    uid: customer.user.id,
    status: 'failed',
    error: 'The disk is full',
    size: null,
  })
  const version = await publish()
  const { status, body } = await retry(build.id)
  expect([status, body]).toMatchObject([202, { status: 'building', error: null, version }])
  const twice = await retry(build.id)
  expect([twice.status, twice.code]).toEqual([409, 'not_failed'])
  await workJobs(shop)
  expect(await loaderOf(customer)).toMatchObject({ status: 'ready', version, outdated: false })
  const entry = await shop.db
    .selectFrom('logs')
    .select(['user_id', 'details'])
    .where('message', '=', 'Failed loader build retried')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    user_id: customer.user.id,
    details: { by: staff.user.username, build: build.id, error: 'The disk is full' },
  })
})

test('refuses while another build runs, and for unknown builds', async () => {
  const { customer, build } = await failedBuild()
  await shop.call(loader.request, {}, customer)
  const { status, code } = await retry(build.id)
  expect([status, code]).toEqual([409, 'building_already'])
  const unknown = await retry('00000000-0000-4000-8000-000000000000')
  expect([unknown.status, unknown.code]).toEqual([404, 'unknown_build'])
  expect((await retry('1')).status).toBe(422)
})

test('rebuilds all failed ones, one for each customer', async () => {
  const [one, other] = [await failedBuild(), await failedBuild()]
  const release = await shop.db
    .selectFrom('loader_builds')
    .select('release_id')
    .where('id', '=', one.build.id)
    .executeTakeFirstOrThrow()
  const earlier = { user_id: one.customer.user.id, status: 'failed', ...release } as const
  await shop.db
    .insertInto('loader_builds')
    .values({ ...earlier, requested_at: new Date(0) })
    .execute()
  const { status, body } = await shop.call(staffBuilds.retryAll, {}, staff)
  expect(status).toBe(202)
  expect(body.retried).toBeGreaterThanOrEqual(2)
  await workJobs(shop)
  for (const { customer } of [one, other]) {
    expect((await loaderOf(customer))?.status).toBe('ready')
    expect((await list({ search: customer.user.username })).total).toBe(1)
  }
  expect((await shop.call(staffBuilds.retryAll, {}, staff)).body).toEqual({ retried: 0 })
})

test('finds builds by name and state, and counts them by release', async () => {
  const { customer, build } = await failedBuild()
  const search = customer.user.username.toUpperCase()
  expect((await list({ search, status: 'failed' })).builds.map(({ id }) => id)).toEqual([build.id])
  expect((await list({ search, status: 'ready' })).total).toBe(0)
  expect((await list({ search: '%' })).total).toBe(0)
  // The build id in a leaked loader leads to its owner.
  const [owned] = (await list({ search: build.id.toUpperCase() })).builds
  expect(owned).toMatchObject({ id: build.id, uid: customer.user.id })
  const { body } = await shop.call(staffReleases.list, { query: { limit: 1 } }, staff)
  expect(body.releases[0]).toMatchObject({ version: build.version, builds: { failed: 1 } })
})
