import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { devices, releaseDay } from '#contract/licensing/devices.ts'
import { settings } from '#contract/platform/settings.ts'
import { hashOf } from '#demo/client/client.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { applyRules } from '#server/kernel/database/retention.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { clock, setAhead } from '#server/kernel/time/clock.ts'
import { loaderRetention } from './retention.ts'
import { type Customer, computer, openLoaderShop } from './testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())
afterEach(() => void vi.useRealTimers())

describe('a device', () => {
  test('is bound by its first validation, and stays the same one', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const ask = (of: object = computer('a')) => loader.validate(customer.slug, of, customer.build)
    const first = await ask()
    expect(first).toMatchObject({ code: 'VALID', sentence: 'You can play.', entitlement: null })
    expect(await ask()).toMatchObject({ session: first.session, device: first.device })
    expect(await ask({ ...computer('a'), gpu: [hashOf('new')] })).toMatchObject({ code: 'VALID' })
    expect(await ask({ cpu: [hashOf('x')], board: [hashOf('Default string')] })).toMatchObject({
      code: 'COMPONENTS_INSUFFICIENT',
    })
    expect(await ask(computer('b'))).toMatchObject({ code: 'DEVICE_MISMATCH', session: null })
    const list = await shop.call(devices.list, {}, customer)
    expect(list.body.devices).toMatchObject([
      { id: first.device, running: [customer.product], products: [customer.product] },
    ])
    const kinds = await shop.historyOf(customer)
    expect(kinds).toEqual(['bound', 'drifted', 'mismatched'])
    const stored = await shop.db.selectFrom('devices').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(computer('a').board[0])
  })

  test('has the time of its binding as first and of its last heartbeat as last seen', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { session } = await loader.validate(customer.slug, computer('a'), customer.build)
    const { id } = session as { id: string }
    await shop.shop.loaders.write()
    const seen = async () => {
      const [device] = (await shop.call(devices.list, {}, customer)).body.devices
      return [device!.first_seen, device!.last_seen].map((at) => Date.now() - Date.parse(at))
    }
    const mine = sql`(select id from devices where user_id = ${customer.user.id})`
    await sql`update devices set created_at = now() - interval '3 days',
      last_seen_at = now() - interval '2 days' where id = ${mine}`.execute(shop.db)
    await sql`update loader_sessions set beat_at = now() - interval '100 seconds'
      where device_id = ${mine}`.execute(shop.db)
    const before = await seen()
    expect(before.map((ms) => Math.floor(ms / 100_000))).toEqual([2592, 1])
    expect(await loader.heartbeat(id)).toMatchObject({ code: 'VALID' })
    await shop.shop.loaders.write()
    const after = await seen()
    expect(after.map((ms) => Math.floor(ms / 100_000))).toEqual([2592, 0])
    // Also after its sessions are deleted.
    await sql`delete from loader_sessions where device_id = ${mine}`.execute(shop.db)
    expect((await seen()).map((ms) => Math.floor(ms / 100_000))).toEqual([2592, 0])
  })

  test('with only widespread components is not bound', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { cpu, gpu, os } = computer('of a virtual machine')
    const dummies = { board: [hashOf('Default string')], macs: [hashOf('02:00:00:00:00:00')] }
    const ask = () => loader.validate(customer.slug, { cpu, gpu, os, ...dummies }, customer.build)
    expect(await ask()).toMatchObject({ code: 'COMPONENTS_INSUFFICIENT' })
    // If bound, it would be another computer at its next start, and its slot would stay taken.
    expect(await ask()).toMatchObject({ code: 'COMPONENTS_INSUFFICIENT' })
    expect(await shop.historyOf(customer)).toEqual([])
  })

  test('takes the last slot once, also in concurrent requests', async () => {
    const customer = await shop.addCustomer()
    const loaders = await Promise.all([1, 2, 3, 4].map(() => shop.pairNew(customer)))
    const answers = await Promise.all(
      loaders.map((loader, n) => loader.validate(customer.slug, computer(`${n}`), customer.build)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([
      'TOO_MANY_DEVICES',
      'TOO_MANY_DEVICES',
      'TOO_MANY_DEVICES',
      'VALID',
    ])
    const direct = { user_id: customer.user.id, product_id: customer.productId, place: 1 }
    const device = { device_id: answers.find(({ code }) => code === 'VALID')!.device as number }
    await expect(
      shop.db
        .insertInto('device_places')
        .values({ ...direct, ...device })
        .execute(),
    ).rejects.toThrow('device_places_')
  })

  test('with concurrent validations is one device with one session', async () => {
    const customer = await shop.addCustomer({ devices: 5, sessions: 5 })
    const loader = await shop.pairNew(customer)
    const answers = await Promise.all(
      [1, 2, 3].map(() => loader.validate(customer.slug, computer('a'), customer.build)),
    )
    expect(new Set(answers.map(({ device }) => device)).size).toBe(1)
    expect(new Set(answers.map(({ session }) => JSON.stringify(session))).size).toBe(1)
  })

  test('waits while another one plays, and gets the session when that is lost', async () => {
    const customer = await shop.addCustomer({ devices: 2 })
    const [one, two] = [await shop.pairNew(customer), await shop.pairNew(customer)]
    const first = await one.validate(customer.slug, computer('a'), customer.build)
    const ask = () => two.validate(customer.slug, computer('b'), customer.build)
    expect(await ask()).toMatchObject({ code: 'TOO_MANY_SESSIONS' })
    await shop.loseBeats(customer)
    expect(await ask()).toMatchObject({ code: 'VALID' })
    const { id } = first.session as { id: string }
    expect(await one.heartbeat(id)).toMatchObject({ code: 'SESSION_ENDED' })
  })

  test('loses its session to one that started before its last heartbeat was stored', async () => {
    const customer = await shop.addCustomer({ devices: 2 })
    const [one, two] = [await shop.pairNew(customer), await shop.pairNew(customer)]
    const first = await one.validate(customer.slug, computer('a'), customer.build)
    const { id } = first.session as { id: string }
    const age = (seconds: number) =>
      sql`update loader_sessions set beat_at = now() - make_interval(secs => ${seconds})
           where id = ${id}`.execute(shop.db)
    const beatAt = async () => {
      const query = shop.db.selectFrom('loader_sessions').select('beat_at').where('id', '=', id)
      return Number((await query.executeTakeFirstOrThrow()).beat_at)
    }
    // Heartbeats have just been written by the timer, so the next automatic write is seconds away.
    await age(100)
    expect(await one.heartbeat(id)).toMatchObject({ code: 'VALID' })
    await expect.poll(beatAt).toBeGreaterThan(Date.now() - 60_000)
    await age(181)
    expect(await one.heartbeat(id)).toMatchObject({ code: 'VALID' })
    const second = await two.validate(customer.slug, computer('b'), customer.build)
    expect(second.code).toBe('VALID')
    await shop.shop.loaders.write()
    expect(await one.heartbeat(id)).toMatchObject({ code: 'SESSION_ENDED' })
    const { id: own } = second.session as { id: string }
    expect(await two.heartbeat(own)).toMatchObject({ code: 'VALID' })
  })
})

describe('follows the settings', () => {
  afterEach(async () => {
    await shop.db.updateTable('settings').set({ former_beats_until: null }).execute()
    await shop.setSettings({ beat_seconds: 60, suspend_infractions: 3 })
  })

  test('a session keeps its heartbeat interval when the setting gets shorter', async () => {
    await shop.setSettings({ beat_seconds: 300 })
    const customer = await shop.addCustomer({ devices: 2 })
    const [one, two] = [await shop.pairNew(customer), await shop.pairNew(customer)]
    const first = await one.validate(customer.slug, computer('a'), customer.build)
    const { id } = first.session as { id: string }
    const admin = await signIn(shop.app, { admin: true })
    const body = { beat_seconds: 60 }
    expect((await shop.call(settings.change, { body }, admin)).status).toBe(200)
    await expect.poll(() => shop.shop.settings().beat_seconds).toBe(60)
    await shop.loseBeats(customer, 310)
    const other = () => two.validate(customer.slug, computer('b'), customer.build)
    expect(await other()).toMatchObject({ code: 'TOO_MANY_SESSIONS' })
    await applyRules(shop.db, loaderRetention, '10 minutes')
    expect(await one.heartbeat(id)).toMatchObject({ code: 'VALID', beat_seconds: 60 })
    // After every loader has had time to receive the new interval, the current one applies.
    await sql`update settings set former_beats_until = now()`.execute(shop.db)
    const until = () => shop.shop.settings().former_beats!.until
    await expect.poll(until).toBeLessThanOrEqual(Date.now() + 1000)
    await shop.loseBeats(customer, 190)
    expect(await one.heartbeat(id)).toMatchObject({ code: 'SESSION_ENDED' })
  })

  test('a session with a five-minute interval is lost after fifteen minutes', async () => {
    await shop.setSettings({ beat_seconds: 300 })
    const customer = await shop.addCustomer({ devices: 2 })
    const [one, two] = [await shop.pairNew(customer), await shop.pairNew(customer)]
    const first = await one.validate(customer.slug, computer('a'), customer.build)
    const { id } = first.session as { id: string }
    expect(first.session).toEqual({ id, beat_seconds: 300 })
    expect(await one.heartbeat(id)).toMatchObject({ code: 'VALID', beat_seconds: 300 })
    const running = async () =>
      (await shop.call(devices.list, {}, customer)).body.devices.flatMap((each) => each.running)
    const ask = () => two.validate(customer.slug, computer('b'), customer.build)
    await shop.loseBeats(customer, 880)
    expect(await running()).toEqual([customer.product])
    expect(await ask()).toMatchObject({ code: 'TOO_MANY_SESSIONS' })
    expect(await one.heartbeat(id)).toMatchObject({ code: 'VALID' })
    await shop.loseBeats(customer, 901)
    expect(await running()).toEqual([])
    expect(await one.heartbeat(id)).toMatchObject({ code: 'SESSION_ENDED' })
    expect(await ask()).toMatchObject({ code: 'VALID' })
  })

  test('one infraction suspends a customer', async () => {
    await shop.setSettings({ suspend_infractions: 1 })
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const ask = () => loader.validate(customer.slug, computer('a'), customer.build)
    expect(await ask()).toMatchObject({ code: 'VALID' })
    await shop.addInfractions(customer, 1)
    expect(await ask()).toMatchObject({ code: 'SUSPENDED', session: null })
  })

  test('no number of infractions suspends a customer', async () => {
    await shop.setSettings({ suspend_infractions: 0 })
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    await shop.addInfractions(customer, 101)
    const { code, session } = await loader.validate(customer.slug, computer('a'), customer.build)
    expect(code).toBe('VALID')
    const { id } = session as { id: string }
    expect(await loader.heartbeat(id)).toMatchObject({ code: 'VALID' })
  })
})

describe('a running session learns within one heartbeat', () => {
  async function playing() {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { session } = await loader.validate(customer.slug, computer('a'), customer.build)
    const { id } = session as { id: string }
    const beat = async () => (await loader.heartbeat(id)).code
    expect(await beat()).toBe('VALID')
    return { customer, loader, id, beat }
  }

  test.each<[string, (customer: Customer) => Promise<unknown>]>([
    ['BANNED', (customer) => shop.ban(customer)],
    ['SUSPENDED', (customer) => shop.addInfractions(customer, 3)],
    ['NO_DEVICE', (customer) => shop.signOutEverywhere(customer)],
    ['EXPIRED', (customer) => shop.takeTime(customer)],
    ['PRODUCT_OFFLINE', (customer) => shop.setProduct(customer, { loader_offline: true })],
  ])('%s', async (code, change) => {
    const { customer, beat } = await playing()
    await change(customer)
    await expect.poll(beat).toBe(code)
  })

  test('that its device was released, with the date of the next release', async () => {
    const { customer, loader, beat } = await playing()
    const [device] = (await shop.call(devices.list, {}, customer)).body.devices
    const release = (password: string) => {
      const params = { id: device!.id }
      return shop.call(devices.release, { params, body: { password } }, customer)
    }
    expect(await release('wrong')).toMatchObject({ status: 400, code: 'wrong_password' })
    expect((await release(customer.password)).status).toBe(200)
    await expect.poll(beat).toBe('NO_DEVICE')
    expect((await release(customer.password)).code).toBe('unknown_device')
    await expect(loader.refresh()).rejects.toMatchObject({ code: 'invalid_grant' })
    const next = await shop.pairNew(customer)
    expect(await next.validate(customer.slug, computer('b'), customer.build)).toMatchObject({
      code: 'VALID',
    })
    const [second] = (await shop.call(devices.list, {}, customer)).body.devices
    const again = await shop.call(
      devices.release,
      { params: { id: second!.id }, body: { password: customer.password } },
      customer,
    )
    const inAWeek = releaseDay(new Date(Date.now() + 7 * 86_400_000))
    // Starting on another computer in the meantime returns the same time.
    const elsewhere = await next.validate(customer.slug, computer('c'), customer.build)
    const { next_release_at } = (await shop.call(devices.list, {}, customer)).body
    expect(next_release_at).toEqual(expect.any(String))
    expect(elsewhere).toMatchObject({ code: 'DEVICE_MISMATCH', next_release_at })
    expect([again.status, again.detail]).toEqual([
      409,
      `You can release a device again on ${inAWeek}`,
    ])
    const mails = await shop.mailsTo(customer)
    expect(mails).toEqual(['device-released'])
  })

  test('of a ban that came during its start', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const told = new Promise<void>((resolve) =>
      shop.shop.changes.onAccess((userId) => userId === customer.user.id && resolve()),
    )
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const holding = transaction(shop.db, async (tx) => {
      await sql`lock table build_computers in access exclusive mode`.execute(tx)
      await held
    })
    const asked = loader.validate(customer.slug, computer('a'), customer.build)
    const begun = shop.db
      .selectFrom('loader_sessions')
      .select('id')
      .where('user_id', '=', customer.user.id)
    await expect.poll(() => begun.execute()).toHaveLength(1)
    await shop.ban(customer)
    await told
    release()
    await holding
    const { code, session } = await asked
    expect(code).toBe('VALID')
    expect(await loader.heartbeat((session as { id: string }).id)).toMatchObject({ code: 'BANNED' })
  })

  test('that it logged out', async () => {
    const { loader, id, beat } = await playing()
    expect(await loader.logout(id)).toMatchObject({ code: 'VALID' })
    expect(await loader.logout(id)).toMatchObject({ code: 'VALID' })
    expect(await beat()).toBe('SESSION_ENDED')
  })

  test('nothing about the logout of another loader', async () => {
    // A new product makes every session query the database again.
    const stranger = await shop.pairNew(await shop.addCustomer())
    const { id, beat } = await playing()
    expect(await beat()).toBe('VALID')
    const held = shop.shop.loaders.count()
    expect(await stranger.logout(id)).toMatchObject({ code: 'VALID' })
    expect(shop.shop.loaders.count()).toBe(held)
    expect(await beat()).toBe('VALID')
  })

  test('a session without heartbeats is removed from memory', async () => {
    await playing()
    expect(shop.shop.loaders.count()).toBeGreaterThan(0)
    setAhead(clock.ahead() + 181_000)
    try {
      await shop.shop.loaders.write()
      expect(shop.shop.loaders.count()).toBe(0)
    } finally {
      setAhead(clock.ahead() - 181_000)
    }
  })

  test.each([
    ['ahead', 600_000],
    ['behind', -600_000],
  ])('a process whose clock is %s keeps the session', async (_which, off) => {
    const { id, beat } = await playing()
    await shop.shop.loaders.write()
    shop.forgetAll()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    expect(await beat()).toBe('VALID')
    await shop.shop.loaders.write()
    vi.useRealTimers()
    const { rows } = await sql`
      select ended_at is null as runs, abs(extract(epoch from now() - beat_at)) < 60 as now
        from loader_sessions where id = ${id}`.execute(shop.db)
    expect(rows).toEqual([{ runs: true, now: true }])
    shop.forgetAll()
    expect(await beat()).toBe('VALID')
  })

  test('a process without memory of the session continues it', async () => {
    const { customer, beat } = await playing()
    await shop.shop.loaders.write()
    await shop.forgetAll()
    expect(await beat()).toBe('VALID')
    await shop.loseBeats(customer)
    expect(await beat()).toBe('SESSION_ENDED')
  })
})
