import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { devices } from '#contract/devices.ts'
import { pairings } from '#contract/pairings.ts'
import { hashOf, type LoaderClient, newKey, Refused, readEntitlement } from '#demo/client/client.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { stampBlock } from '#server/loader/stamp.ts'
import { type Customer, computer, openLoaderShop } from './testing/loader-shop.ts'
import { signingKeyOf } from './testing/signing-key.ts'

const shop = await fileFixture(openLoaderShop())

describe('pairing', () => {
  test('waits for the customer, and gives its tokens to the key that asked', async () => {
    const customer = await shop.addCustomer()
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows 11' })
    expect(begun.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    const poll = () => loader.fetchTokens(begun.device_code)
    await expect(poll()).rejects.toMatchObject({ status: 400, code: 'authorization_pending' })
    await expect(poll()).rejects.toMatchObject({ status: 400, code: 'slow_down' })
    const code = begun.user_code.toLowerCase().replace('-', ' ')
    const shown = await shop.call(pairings.get, { params: { code } }, customer)
    expect(shown.body).toMatchObject({ name: 'PC', os: 'Windows 11', build: 'none' })
    const answer = { params: { code }, body: { approve: true } }
    expect((await shop.call(pairings.answer, answer, customer)).body).toEqual({ paired: true })
    expect((await shop.call(pairings.answer, answer, customer)).code).toBe('unknown_pairing_code')
    const thief = shop.newLoader()
    await expect(thief.fetchTokens(begun.device_code)).rejects.toMatchObject({
      code: 'bad_signature',
    })
    await poll()
    const first = loader.options.kept.access
    await loader.refresh()
    expect(loader.options.kept.access).not.toBe(first)
    expect(await loader.validate(customer.slug, computer('a'), null)).toMatchObject({
      code: 'BUILD_UNKNOWN',
    })
    await expect(thief.fetchTokens('nothing')).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  test('is turned down, and expires', async () => {
    const customer = await shop.addCustomer()
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows 11' })
    const params = { code: begun.user_code }
    await shop.call(pairings.answer, { params, body: { approve: false } }, customer)
    await expect(loader.fetchTokens(begun.device_code)).rejects.toMatchObject({
      code: 'access_denied',
    })
    const late = await loader.pair({ name: 'PC', os: 'Windows 11' })
    await shop.db
      .updateTable('loader_pairings')
      .set({ expires_at: new Date(0) })
      .where('user_code', '=', late.user_code.replace('-', ''))
      .execute()
    await expect(loader.fetchTokens(late.device_code)).rejects.toMatchObject({
      code: 'expired_token',
    })
    const unknown = { params: { code: late.user_code } }
    expect((await shop.call(pairings.get, unknown, customer)).code).toBe('unknown_pairing_code')
  })

  test('of a loader that was issued to somebody else is told, and refused', async () => {
    const [customer, other] = [await shop.addCustomer(), await shop.addCustomer()]
    const loader = shop.newLoader()
    const begun = await loader.pair({ name: 'PC', os: 'Windows', build: shop.stampOf(other) })
    const params = { code: begun.user_code }
    expect((await shop.call(pairings.get, { params }, customer)).body.build).toBe('not_yours')
    const refused = await shop.call(pairings.answer, { params, body: { approve: true } }, customer)
    expect([refused.status, refused.code]).toEqual([409, 'build_not_yours'])
  })

  test('goes ten times an hour', async () => {
    const customer = await shop.addCustomer()
    for (let n = 0; n < 10; n += 1) await shop.pairNew(customer)
    await expect(shop.pairNew(customer)).rejects.toThrow('too_many_pairings')
  })
})

describe('a computer', () => {
  test('is bound by its first validation, and is the same one after that', async () => {
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

  test('takes the last place once, however many ask', async () => {
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

  test('is one however often it asks at once, and has one session', async () => {
    const customer = await shop.addCustomer({ devices: 5, sessions: 5 })
    const loader = await shop.pairNew(customer)
    const answers = await Promise.all(
      [1, 2, 3].map(() => loader.validate(customer.slug, computer('a'), customer.build)),
    )
    expect(new Set(answers.map(({ device }) => device)).size).toBe(1)
    expect(new Set(answers.map(({ session }) => JSON.stringify(session))).size).toBe(1)
  })

  test('waits while another plays, and takes its turn when that is lost', async () => {
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
})

describe('a decision', () => {
  const answered = async (customer: Customer, loader: LoaderClient, build = customer.build) =>
    (await loader.validate(customer.slug, computer('a'), build)).code

  test('is by subscription, build, version and product', async () => {
    const customer = await shop.addCustomer()
    const other = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const ask = (build?: string) => answered(customer, loader, build)
    expect((await loader.validate(other.slug, computer('a'), customer.build)).code).toBe(
      'NO_SUBSCRIPTION',
    )
    await expect(loader.validate('nothing', computer('a'), customer.build)).rejects.toMatchObject({
      status: 404,
      code: 'unknown_product',
    })
    expect(await ask(shop.stampOf(other))).toBe('BUILD_NOT_YOURS')
    expect(await ask(Buffer.from('nonsense').toString('base64url'))).toBe('BUILD_UNKNOWN')
    const stranger = stampBlock(
      shop.stampFor(customer),
      signingKeyOf(generateKeyPairSync('ed25519')),
    )
    expect(await ask(stranger.toString('base64url'))).toBe('BUILD_UNKNOWN')
    await shop.setSettings({ loader_minimum: '1.10.0' })
    const old = await loader.validate(customer.slug, computer('a'), customer.build)
    expect(old).toMatchObject({
      code: 'VERSION_TOO_OLD',
      minimum: '1.10.0',
      sentence: 'This version of the loader is too old: 1.10.0 is needed.',
    })
    await shop.setSettings({ loader_minimum: '' })
    await shop.setProduct(customer, { loader_offline: true })
    expect(await ask()).toBe('PRODUCT_OFFLINE')
    await shop.setProduct(customer, { loader_offline: false })
    expect(await ask()).toBe('VALID')
    const ended = await shop.addCustomer({ seconds: -60 })
    expect(await answered(ended, await shop.pairNew(ended))).toBe('EXPIRED')
    await shop.setSettings({ maintenance_mode: true })
    expect(await ask()).toBe('MAINTENANCE')
    await shop.setSettings({ maintenance_mode: false })
  })

  test('gives time offline, up to the end of what was bought', async () => {
    const customer = await shop.addCustomer({ seconds: 3600, offline: 48 })
    const loader = await shop.pairNew(customer)
    const { entitlement } = await loader.validate(customer.slug, computer('a'), customer.build)
    const given = entitlement as { payload: string; signature: string }
    const read = (now?: number) => readEntitlement(given, shop.trusted, now)
    expect(read()).toMatchObject({
      v: 1,
      uid: customer.user.id,
      products: [{ slug: customer.slug }],
    })
    const { not_after, products } = read() as unknown as {
      not_after: string
      products: { ends_at: string }[]
    }
    expect(not_after).toBe(products[0]!.ends_at)
    expect(read(Date.parse(not_after))).toBeNull()
    const forged = { ...given, payload: Buffer.from('{"v":1}').toString('base64url') }
    expect(readEntitlement(forged, shop.trusted)).toBeNull()
  })
})

describe('a running session hears within one beat', () => {
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

  test('that its computer was released, and the customer when the next can be', async () => {
    const { customer, loader, beat } = await playing()
    const [device] = (await shop.call(devices.list, {}, customer)).body.devices
    const release = (password: string) => {
      const params = { id: String(device!.id) }
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
      { params: { id: String(second!.id) }, body: { password: customer.password } },
      customer,
    )
    const date = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
    const inAWeek = date.format(Date.now() + 7 * 86_400_000)
    expect([again.status, again.detail]).toEqual([
      409,
      `You can release a device again on ${inAWeek}`,
    ])
    const mails = await shop.mailsTo(customer)
    expect(mails).toEqual(['device-released'])
  })

  test('that it logged out', async () => {
    const { loader, id, beat } = await playing()
    expect(await loader.logout(id)).toMatchObject({ code: 'VALID' })
    expect(await loader.logout(id)).toMatchObject({ code: 'VALID' })
    expect(await beat()).toBe('SESSION_ENDED')
  })

  test('and a process that knows nothing of it goes on with it', async () => {
    const { customer, beat } = await playing()
    await shop.shop.loaders.write()
    await shop.forgetAll()
    expect(await beat()).toBe('VALID')
    await shop.loseBeats(customer)
    expect(await beat()).toBe('SESSION_ENDED')
  })
})

describe('a request', () => {
  test('is refused without a token, and without the key that was paired', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { kept } = loader.options
    const thief = shop.newLoader({ ...kept, key: newKey() })
    const validate = (by: LoaderClient) => by.validate(customer.slug, computer('a'), customer.build)
    await expect(validate(thief)).rejects.toMatchObject({ status: 401, code: 'bad_signature' })
    await expect(validate(shop.newLoader())).rejects.toMatchObject({
      status: 401,
      code: 'unpaired',
    })
  })

  test('is told when it was sent before, and when a clock is off by a day', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const path = '/loader/v1/logout'
    const payload = JSON.stringify({ session: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57' })
    const headers = loader.headers('POST', path, payload)
    const send = () => shop.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })
    expect((await send()).json().code).toBe('VALID')
    const again = await send()
    expect(again.json()).toMatchObject({ code: 'REPLAYED', nonce: headers['loadout-nonce'] })
    expect(again.headers['loadout-signature']).toBeTruthy()
    const changed = await shop.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers,
      payload: payload.replace('57', '58'),
    })
    expect(changed.json().code).toBe('bad_signature')
    const late = shop.newLoader(loader.options.kept)
    shop.setClock(late, -86_400_000)
    expect(await late.ask('POST', path, JSON.parse(payload), false)).toMatchObject({
      code: 'CLOCK_SKEW',
      sentence: 'The clock of this computer is wrong.',
    })
    // With the time that the shop told it goes on.
    expect(await late.logout(JSON.parse(payload).session)).toMatchObject({ code: 'VALID' })
  })

  test('reports what was noticed, and no more than staff could look at', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const send = () => loader.report('debugger_attached', 'A debugger was attached', { pid: 7 })
    for (let n = 0; n < 20; n += 1) expect((await send()).code).toBe('VALID')
    expect((await send()).code).toBe('RATE_LIMITED')
    const entries = await shop.infractionsOf(customer)
    expect(entries).toHaveLength(20)
    expect(entries[0]).toMatchObject({
      type: 'debugger_attached',
      details: { pid: 7, source: 'loader' },
    })
    const big = { text: randomBytes(3000).toString('hex') }
    await expect(loader.report('big', 'Too much', big)).rejects.toBeInstanceOf(Refused)
  })
})

test('beats are limited for who sends them without end', async () => {
  const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  try {
    const own = await openLoaderShop(limited)
    const customer = await own.addCustomer()
    const loader = await own.pairNew(customer)
    const codes = new Set<string>()
    for (let n = 0; n < 130; n += 1) codes.add((await loader.logout(crypto.randomUUID())).code)
    expect([...codes]).toEqual(['VALID', 'RATE_LIMITED'])
  } finally {
    await limited.close()
  }
})

test('why somebody cannot play is what their loader is told', async () => {
  const customer = await shop.addCustomer()
  const query = { game_id: String(customer.productId) }
  const why = async () => (await shop.call(devices.why, { query }, customer)).body
  expect(await why()).toMatchObject({ code: 'NO_DEVICE', device: null })
  const loader = await shop.pairNew(customer)
  expect(await why()).toMatchObject({ code: 'VALID' })
  await loader.validate(customer.slug, computer('a'), customer.build)
  expect(await why()).toMatchObject({ code: 'VALID', sentence: 'You can play.' })
  const told = await loader.validate(customer.slug, computer('b'), customer.build)
  expect(await why()).toMatchObject({
    code: told.code,
    sentence: told.sentence,
    advice: told.advice,
  })
  await loader.validate(customer.slug, computer('a'), customer.build)
  expect((await why()).code).toBe('VALID')
  await shop.takeTime(customer)
  expect((await why()).code).toBe('EXPIRED')
  const stranger = await signIn(shop.app)
  const nothing = await shop.call(devices.why, { query }, stranger)
  expect(nothing.body.code).toBe('NO_SUBSCRIPTION')
})
