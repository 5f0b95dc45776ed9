import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { loader as loaderCalls } from '#contract/licensing/loader.ts'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { stampAtEnd } from '#demo/client/stamp.ts'
import { onlyOf, publishRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { build as makeBuild } from '#server/licensing/loader/builds.ts'
import {
  type Customer,
  computer,
  openLoaderShop,
} from '#server/licensing/loader-api/testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())
const { db } = shop
const admin = await signIn(shop.app, { admin: true })
const second = await signIn(shop.app, { admin: true })

beforeAll(() => publish('1.4.0'))

const publish = (version: string) =>
  publishRelease(db, shop.shop.storage, { version, bytes: onlyOf(Buffer.from(`MZ ${version}`)) })

const asked = (customer: Customer) =>
  db
    .selectFrom('loader_builds')
    .select('id')
    .where('user_id', '=', customer.user.id)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

async function request(customer: Customer) {
  expect((await shop.call(loaderCalls.request, {}, customer)).status).toBe(202)
  return (await asked(customer)).id
}

const make = (id: string) =>
  makeBuild(db, shop.shop.storage, shop.shop.loaderKey, shop.shop.markKey, id)

/** Issues a loader to a customer. Returns its build, and the stamp in the file. */
async function issue(customer: Customer) {
  const id = await request(customer)
  await make(id)
  const { rawPayload, statusCode } = await download(customer)
  expect(statusCode).toBe(200)
  return { id, stamp: stampAtEnd(rawPayload)! }
}

const download = ({ cookie }: Customer) =>
  shop.app.inject({ url: '/api/loader/?download=1', headers: { cookie } })

const statusOf = async (customer: Customer) =>
  (await shop.call(loaderCalls.status, { query: {} }, customer)).body

const whyOf = async (customer: Customer) =>
  (await shop.call(devices.why, { query: { game_id: customer.productId } }, customer)).body.code

type Target = Omit<Input<typeof staffRevocations.add>['body'], 'reason'>

const revoke = (target: Target, by = admin) =>
  shop.call(staffRevocations.add, { body: { ...target, reason: 'It leaked' } }, by)
const foresee = (query: Target) => shop.call(staffRevocations.effects, { query }, admin)
const undo = (id: number, by = admin) => shop.call(staffRevocations.undo, { params: { id } }, by)

const age = (id: number, hours: number) =>
  sql`update build_revocations set created_at = created_at - make_interval(hours => ${hours})
       where id = ${id}`.execute(db)

test('repeats no revocation whose response was lost, and revokes nothing issued since', async () => {
  const customer = await shop.addCustomer()
  await issue(customer)
  const target = { scope: 'customer', uid: customer.user.id, state: 'revoked' } as const
  const request = randomUUID()
  const press = (more: object = {}, by = admin) =>
    shop.call(
      staffRevocations.add,
      { body: { ...target, reason: 'It leaked', id: request, ...more } },
      by,
    )
  const [one, two] = await Promise.all([press(), press()])
  expect([one.status, two.status]).toEqual([201, 201])
  expect(two.body).toEqual(one.body)
  const next = await issue(customer)
  expect((await press()).body).toMatchObject({ id: one.body.id, effects: { builds: 1 } })
  const playing = await shop.pairNew(customer)
  const { code } = await playing.validate(customer.slug, computer('again'), next.stamp)
  expect(code).toBe('VALID')
  for (const other of [{ reason: 'Another' }, { state: 'suspended' }, { uid: second.user.id }])
    expect((await press(other)).code).toBe('revocation_id_used')
  expect((await press({}, second)).code).toBe('revocation_id_used')
  const said = await db
    .selectFrom('logs')
    .select('id')
    .where(sql<boolean>`details ->> 'revocation' = ${`${one.body.id}`}`)
    .execute()
  expect(said).toHaveLength(1)
  await undo(one.body.id)
  expect((await press()).code).toBe('undone_already')
})

test('a build id in upper case is the same build, also in a repeated request', async () => {
  const customer = await shop.addCustomer()
  const { id: build } = await issue(customer)
  const target = { scope: 'build', build: build.toUpperCase(), state: 'revoked' } as const
  const body = { ...target, reason: 'It leaked', id: randomUUID() }
  const first = await shop.call(staffRevocations.add, { body }, admin)
  const again = await shop.call(staffRevocations.add, { body }, admin)
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
})

describe('a revoked build', () => {
  test('is reported with the next heartbeat, and its sessions end', async () => {
    const customer = await shop.addCustomer({ offline: 72 })
    const { id, stamp } = await issue(customer)
    const playing = await shop.pairNew(customer)
    const begun = await playing.validate(customer.slug, computer('own'), stamp)
    expect(begun.code).toBe('VALID')
    const { id: session } = begun.session as { id: string }
    expect((await playing.heartbeat(session)).code).toBe('VALID')
    expect(await whyOf(customer)).toBe('VALID')

    const target = { scope: 'build', build: id, state: 'revoked' } as const
    const seen = await foresee(target)
    expect(seen.body).toMatchObject({
      customers: 1,
      builds: 1,
      building: 0,
      before: { active: 1, suspended: 0, revoked: 0 },
      after: { active: 0, suspended: 0, revoked: 1 },
      sessions: 1,
      offline_hours: 72,
    })
    expect((await playing.heartbeat(session)).code).toBe('VALID')

    const done = await revoke(target)
    expect(done.body.effects).toEqual({
      ...seen.body,
      offline_until: done.body.effects.offline_until,
    })
    await expect.poll(async () => (await playing.heartbeat(session)).code).toBe('BUILD_REVOKED')
    expect((await playing.validate(customer.slug, computer('own'), stamp)).code).toBe(
      'BUILD_REVOKED',
    )
    expect(await playing.release(customer.slug)).toMatchObject({
      code: 'BUILD_REVOKED',
      release: null,
      loader: null,
    })
    expect(await whyOf(customer)).toBe('BUILD_REVOKED')
    expect(await statusOf(customer)).toMatchObject({ withdrawn: true, binary: null })
    const refused = await download(customer)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'withdrawn'])
  })

  test('shows how long a device whose time was revoked before works offline', async () => {
    const customer = await shop.addCustomer({ offline: 72 })
    const { id, stamp } = await issue(customer)
    const playing = await shop.pairNew(customer)
    await playing.validate(customer.slug, computer('own'), stamp)
    await shop.takeTime(customer)
    const { body } = await foresee({ scope: 'build', build: id, state: 'revoked' })
    expect(body.offline_hours).toBe(72)
    const until = Date.parse(body.offline_until!) - Date.now()
    expect(Math.abs(until - 72 * 3_600_000)).toBeLessThan(60_000)
  })

  test('leaves its device the next build, once the customer has requested it', async () => {
    const customer = await shop.addCustomer()
    const { id, stamp } = await issue(customer)
    const playing = await shop.pairNew(customer)
    await playing.validate(customer.slug, computer('own'), stamp)
    await revoke({ scope: 'build', build: id, state: 'revoked' })
    const ask = () => playing.release(customer.slug)
    const nothing = { code: 'BUILD_REVOKED', release: null, loader: null }
    expect(await ask()).toMatchObject(nothing)
    expect((await asked(customer)).id).toBe(id)

    const next = await request(customer)
    const { code, loader, release } = await ask()
    expect([code, release]).toEqual(['BUILD_REVOKED', null])
    expect(loader).toMatchObject({ version: '1.4.0', address: null })
    await make(next)
    const { address } = (await ask()).loader as { address: string }
    const { rawPayload } = await shop.app.inject({ url: new URL(address).pathname })
    const answer = await playing.validate(customer.slug, computer('own'), stampAtEnd(rawPayload))
    expect(answer.code).toBe('VALID')
    expect((await ask()).code).toBe('VALID')
    await revoke({ scope: 'build', build: next, state: 'suspended' })
    expect(await ask()).toMatchObject(nothing)
  })

  test('is replaced by a requested build, which uses the same pairing', async () => {
    const customer = await shop.addCustomer()
    const { id, stamp } = await issue(customer)
    const playing = await shop.pairNew(customer)
    const validate = (by: string) => playing.validate(customer.slug, computer('own'), by)
    expect((await validate(stamp)).code).toBe('VALID')
    await revoke({ scope: 'build', build: id, state: 'revoked' })
    expect((await validate(stamp)).code).toBe('BUILD_REVOKED')
    const next = await issue(customer)
    expect((await validate(next.stamp)).code).toBe('VALID')
    expect((await playing.release(customer.slug)).code).toBe('VALID')
    expect(await whyOf(customer)).toBe('VALID')
    expect((await validate(stamp)).code).toBe('BUILD_REVOKED')
    expect(await whyOf(customer)).toBe('BUILD_REVOKED')
  })

  test('can be restored for a day, and a suspension can be lifted at any time', async () => {
    const customer = await shop.addCustomer()
    const { id } = await issue(customer)
    const target = { scope: 'build', build: id } as const
    const suspended = await revoke({ ...target, state: 'suspended' })
    const revoked = await revoke({ ...target, state: 'revoked' })
    expect(revoked.body.effects).toMatchObject({
      before: { active: 0, suspended: 1, revoked: 0 },
      after: { active: 0, suspended: 0, revoked: 1 },
    })
    const undone = await undo(revoked.body.id)
    expect(undone.body.effects.after).toEqual({ active: 0, suspended: 1, revoked: 0 })
    expect(await statusOf(customer)).toMatchObject({ withdrawn: true })
    await age(suspended.body.id, 0)
    expect((await undo(suspended.body.id)).status).toBe(200)
    expect((await download(customer)).statusCode).toBe(200)

    const late = await revoke({ ...target, state: 'revoked' })
    await sql`update loader_builds set requested_at = now() - interval '3 days' where id = ${id}`.execute(
      db,
    )
    await age(late.body.id, 25)
    expect(await undo(late.body.id)).toMatchObject({ status: 409, code: 'undo_over' })
    expect((await download(customer)).statusCode).toBe(403)
  })

  test('is logged with its reason, before and after', async () => {
    const customer = await shop.addCustomer()
    const { id } = await issue(customer)
    await revoke({ scope: 'build', build: id, state: 'revoked' })
    const { details } = await db
      .selectFrom('logs')
      .select('details')
      .where('message', '=', 'Loaders revoked')
      .where('user_id', '=', customer.user.id)
      .executeTakeFirstOrThrow()
    expect(details).toMatchObject({
      build: id,
      reason: 'It leaked',
      before: { active: 1 },
      after: { revoked: 1 },
    })
  })
})

describe('a revocation', () => {
  test('of a customer covers all builds, also copies without a row', async () => {
    const [customer, beside] = [await shop.addCustomer(), await shop.addCustomer()]
    const { stamp } = await issue(customer)
    const other = await issue(beside)
    await revoke({ scope: 'customer', uid: customer.user.id, state: 'revoked' })
    const [playing, playingBeside] = [await shop.pairNew(customer), await shop.pairNew(beside)]
    const codeOf = async (by: string) =>
      (await playing.validate(customer.slug, computer('a'), by)).code
    expect(await codeOf(stamp)).toBe('BUILD_REVOKED')
    expect(await codeOf(customer.build)).toBe('BUILD_REVOKED')
    const answer = await playingBeside.validate(beside.slug, computer('b'), other.stamp)
    expect(answer.code).toBe('VALID')
    expect(await codeOf((await issue(customer)).stamp)).toBe('VALID')
  })

  test('identifies a build without a row by the loader that named it', async () => {
    const customer = await shop.addCustomer()
    const playing = await shop.pairNew(customer)
    await playing.validate(customer.slug, computer('a'), customer.build)
    const { build } = await db
      .selectFrom('loader_tokens')
      .select(sql<string>`build ->> 'build'`.as('build'))
      .where('user_id', '=', customer.user.id)
      .executeTakeFirstOrThrow()
    const done = await revoke({ scope: 'build', build, state: 'revoked' })
    expect(done.body.effects).toMatchObject({ customers: 1, builds: 1, sessions: 1 })
    const again = await playing.validate(customer.slug, computer('a'), customer.build)
    expect(again.code).toBe('BUILD_REVOKED')
  })

  test('below a version refuses offered releases, and leaves newer builds', async () => {
    const customer = await shop.addCustomer()
    const { id, stamp } = await issue(customer)
    const target = { scope: 'below', below: '1.5.0', state: 'revoked' } as const
    expect(await revoke(target)).toMatchObject({ status: 409, code: 'still_offered' })
    await publish('1.5.0')
    const above = await shop.addCustomer()
    const newer = await issue(above)
    const done = await revoke(target)
    expect(done.status).toBe(201)
    expect(done.body.effects.builds).toBeGreaterThan(0)
    const [old, good] = [await shop.pairNew(customer), await shop.pairNew(above)]
    expect((await old.validate(customer.slug, computer('c'), stamp)).code).toBe('BUILD_REVOKED')
    expect((await good.validate(above.slug, computer('d'), newer.stamp)).code).toBe('VALID')
    // The audit trail retains the row of the replaced build.
    const again = await issue(customer)
    expect((await old.validate(customer.slug, computer('c'), again.stamp)).code).toBe('VALID')
    const kept = db.selectFrom('loader_builds').select('discarded_at').where('id', '=', id)
    expect((await kept.executeTakeFirst())?.discarded_at).toBeInstanceOf(Date)
  })

  test('of something unknown is refused', async () => {
    const none = { scope: 'build', build: randomUUID(), state: 'revoked' } as const
    expect(await revoke(none)).toMatchObject({ status: 404, code: 'unknown_copy' })
    const nobody = { scope: 'customer', uid: 2_000_000_000, state: 'revoked' } as const
    expect(await revoke(nobody)).toMatchObject({ status: 404, code: 'unknown_customer' })
    const unnamed = { scope: 'build', state: 'revoked' } as const
    expect((await revoke(unnamed)).status).toBe(422)
    expect(await undo(2_000_000_000)).toMatchObject({ status: 404, code: 'unknown_revocation' })
  })
})

describe('concurrently', () => {
  test('two revocations of a build revoke it once, and two restorations restore it once', async () => {
    const customer = await shop.addCustomer()
    const { id } = await issue(customer)
    const target = { scope: 'build', build: id, state: 'revoked' } as const
    const both = await Promise.all([revoke(target), revoke(target, second)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const done = both.find(({ status }) => status === 201)!.body.id
    const undone = await Promise.all([undo(done), undo(done, second)])
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await download(customer)).statusCode).toBe(200)
  })

  test('a build is revoked before it is finished', async () => {
    const customer = await shop.addCustomer()
    const id = await request(customer)
    const target = { scope: 'build', build: id, state: 'revoked' } as const
    const [done] = await Promise.all([revoke(target), make(id)])
    expect(done.status).toBe(201)
    expect(await statusOf(customer)).toMatchObject({ status: 'ready', withdrawn: true })
    expect((await download(customer)).statusCode).toBe(403)
    expect((await issue(customer)).id).not.toBe(id)
  })
})
