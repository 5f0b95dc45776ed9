import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import {
  fileRefusals,
  pipelineReleases,
  staffReleases,
} from '#contract/licensing/staff-releases.ts'
import type { Scope } from '#contract/wire/capabilities.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { uploadOf } from '#server/kernel/http/upload.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey, revokeApiKeys } from '#server/platform/api-keys/keys.ts'
import { slotPattern } from './slots.ts'
import { bearer, pipeline } from './testing/pipeline.ts'
import { sha256Of } from './testing/upload-desk.ts'
import { isWindowsProgram } from './windows-program.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })
const { key, upload } = await pipeline(shop)

const list = async () => (await shop.call(staffReleases.list, { query: {} }, staff)).body.releases

test('an upload becomes a release that is offered to nobody', async () => {
  const bytes = Buffer.concat([demoProgram('2.0.0'), randomBytes(3_000_000)])
  await upload('2.0.0', bytes)
  const { status, body } = await upload(
    '2.1.0',
    Buffer.concat([demoProgram('1'), Buffer.alloc(5_000_000)]),
  )
  expect([status, body]).toMatchObject([
    201,
    {
      kind: 'loader',
      product: null,
      version: '2.1.0',
      channel: 'stable',
      minimum: null,
      notes: 'Faster.',
      notes_html: '<p>Faster.</p>\n',
      current: false,
      offered: false,
      created_by: null,
      api_key: 'ci',
      builds: { ready: 0, building: 0, failed: 0 },
    },
  ])
  const [newest, older] = await list()
  expect([newest!.id, older!.size]).toEqual([body.id, bytes.length])
})

test('a loader has slots where its file has the pattern, a module never does', async () => {
  const slot = Buffer.concat([slotPattern, randomBytes(32)])
  const bytes = (count: number) =>
    Buffer.concat([demoProgram('1'), ...Array<Buffer>(count).fill(slot), slotPattern])
  expect((await upload('2.2.0', bytes(3))).body).toMatchObject({ slots: 7 })
  const plain = Buffer.from(demoProgram('1'))
  for (let at = plain.indexOf(slotPattern); at >= 0; at = plain.indexOf(slotPattern)) plain[at] = 0
  expect((await upload('2.2.1', plain)).body).toMatchObject({ slots: 0 })
  expect((await upload('2.2.2', bytes(252))).body).toMatchObject({ slots: 256 })
  expect((await upload('2.2.3', bytes(253))).body).toMatchObject({
    code: fileRefusals.too_many_slots.code,
  })
  const product = String(await addProduct(shop.db))
  expect((await upload('1.0.0', bytes(3), {}, { product })).body).toMatchObject({ slots: 0 })
})

test('a module is any file except an empty one, of an existing product', async () => {
  const product = String(await addProduct(shop.db))
  const bytes = randomBytes(1000)
  const { status, body } = await upload('1.0.0-beta.1', bytes, {}, { product, channel: 'beta' })
  expect([status, body]).toMatchObject([
    201,
    { kind: 'module', product: { id: Number(product) }, channel: 'beta', size: 1000 },
  ])
  expect(body.sha256).toBe(sha256Of(bytes))
  // The loader and every product have separate version numbers.
  const other = String(await addProduct(shop.db))
  expect((await upload('1.0.0-beta.1', bytes, {}, { product: other })).status).toBe(201)
  const codes = [
    await upload('1.0.0-beta.1', randomBytes(1000), {}, { product }),
    await upload('1.0.0', Buffer.alloc(0), {}, { product }),
    await upload('1.0.0', bytes, {}, { product: '999999999' }),
  ].map(({ body }) => body.code)
  expect(codes).toEqual(['release_exists', 'empty_file', 'unknown_product'])
  const query = { kind: 'module', product: Number(product), channel: 'beta' } as const
  const found = await shop.call(staffReleases.list, { query }, staff)
  expect(found.body.releases.map(({ id }) => id)).toEqual([body.id])
})

test('refuses a loader that requires a newer loader than itself', async () => {
  const refused = await upload('2.5.0', demoProgram('2'), {}, { minimum: '2.5.1' })
  expect([refused.status, refused.body.code]).toEqual([422, 'minimum_above'])
  const fine = await upload('2.5.0', demoProgram('2'), {}, { minimum: '2.5.0' })
  expect(fine.body.minimum).toBe('2.5.0')
})

test('refuses a file that is no Windows program, and stores nothing', async () => {
  const before = await list()
  for (const bytes of [
    Buffer.from('#!/bin/sh\necho hello\n'),
    Buffer.concat([Buffer.from('MZ'), randomBytes(10_000)]),
    demoProgram('1').subarray(0, 60),
    Buffer.alloc(0),
  ]) {
    const { status, body } = await upload('3.0.0', bytes)
    expect([status, body.detail]).toEqual([422, fileRefusals.not_a_program.sentence])
  }
  expect(await list()).toEqual(before)
})

test('requires a new, valid version and a file', async () => {
  await upload('4.0.0', demoProgram('4'))
  const again = await upload('4.0.0', demoProgram('5'))
  expect([again.status, again.body.detail]).toEqual([409, 'Release 4.0.0 already exists'])
  for (const version of [
    '',
    '-1',
    '1.0',
    'v1.0.0',
    '1.0.0+b',
    `1.0.0-${'1'.repeat(40)}`,
    `${'9'.repeat(16)}.0.0`,
    '../x',
  ])
    expect((await upload(version, demoProgram('4'))).status, version).toBe(422)
  const json = await upload('4.1.0', Buffer.from('{}'), { 'content-type': 'application/json' })
  expect(json.status).toBe(415)
})

test('refuses more than 500 MB, announced or not', async () => {
  const announced = await upload('5.0.0', demoProgram('5'), {
    'content-length': String(500 * 1024 * 1024 + 1),
  })
  expect([announced.status, announced.body.code]).toEqual([413, 'release_too_large'])
  expect((await list()).map(({ version }) => version)).not.toContain('5.0.0')
  const unannounced = {
    headers: {},
    body: Readable.from([1, 2, 3].map(() => Buffer.alloc(1_000_000))),
  }
  const bytes = uploadOf(unannounced as never, 2_000_000, fileRefusals.release_too_large)
  const readAll = async () => {
    for await (const _ of bytes);
  }
  await expect(readAll()).rejects.toMatchObject({ status: 413, code: 'release_too_large' })
})

test('two concurrent uploads of a version create one release', async () => {
  const differing = [upload('6.0.0', demoProgram('6')), upload('6.0.0', demoProgram('7'))]
  expect((await Promise.all(differing)).map(({ status }) => status).sort()).toEqual([201, 409])
})

test('returns the same release to a pipeline that repeats its upload', async () => {
  const twice = [upload('6.1.0', demoProgram('6')), upload('6.1.0', demoProgram('6'))]
  const [one, other] = await Promise.all(twice)
  const after = await upload('6.1.0', demoProgram('6'))
  expect([one!.status, other!.status, after.status]).toEqual([201, 201, 201])
  expect([other!.body.id, after.body.id]).toEqual([one!.body.id, one!.body.id])
  const events = await shop.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'release.uploaded')
    .execute()
  expect(events.filter(({ data }) => JSON.stringify(data).includes('"6.1.0"'))).toHaveLength(1)
})

test('refuses a file that differs from the sent one', async () => {
  const sent = sha256Of(demoProgram('7'))
  const { status, body } = await upload('17.0.0', demoProgram('8'), {}, { sha256: sent })
  expect([status, body]).toEqual([
    422,
    { code: 'hash_differs', detail: fileRefusals.hash_differs.sentence },
  ])
  expect((await list()).map(({ version }) => version)).not.toContain('17.0.0')
  for (const sha256 of ['', 'abc', 'g'.repeat(64)])
    expect((await upload('17.0.0', demoProgram('8'), {}, { sha256 })).body.code).toBe('invalid')
  expect(
    (await upload('17.0.0', demoProgram('7'), {}, { sha256: sent.toUpperCase() })).status,
  ).toBe(201)
})

test('a key uploads and promotes only within its permissions, and users cannot use its endpoints', async () => {
  const scoped = (...scopes: Scope[]) => createApiKey(shop.db, 'scoped', scopes)
  const [status, promoter, revoked] = [
    await scoped('report_status'),
    await scoped('promote_releases'),
    await createApiKey(shop.db, 'former', ['upload_releases', 'promote_releases']),
  ]
  await revokeApiKeys(shop.db, 'former')
  const { body: release } = await upload('18.0.0', demoProgram('8'))
  const promote = async (headers: Record<string, string>) =>
    (
      await shop.call(
        pipelineReleases.promote,
        { params: { id: release.id }, body: { percent: 10 } },
        { headers },
      )
    ).code
  const send = async (headers: Record<string, string>) =>
    (await upload('18.1.0', demoProgram('8'), { authorization: '', ...headers })).body.code
  const support = await signIn(shop.app, { support: true })
  const customer = await signIn(shop.app)
  const cookies = [staff, support, customer].map(({ cookie }) => ({ cookie }))
  for (const stranger of [...cookies, {}, bearer(revoked)]) {
    expect(await send(stranger)).toBe('invalid_api_key')
    expect(await promote(stranger)).toBe('invalid_api_key')
  }
  expect([await send(bearer(status)), await send(bearer(promoter))]).toEqual([
    'key_not_allowed',
    'key_not_allowed',
  ])
  expect([await promote(bearer(status)), await promote(bearer(key))]).toEqual([
    'key_not_allowed',
    'key_not_allowed',
  ])
  expect((await list())[0]).toMatchObject({ version: '18.0.0', offered: false })
  expect(await promote(bearer(promoter))).toBeUndefined()
  expect((await list())[0]).toMatchObject({ version: '18.0.0', offered: true, percent: 10 })
})

test('distinguishes a program from a library and from a file that only begins like one', () => {
  const program = demoProgram('1')
  const at = program.readUInt32LE(0x3c)
  const changed = (offset: number, value: number) => {
    const copy = Buffer.from(program)
    copy.writeUInt16LE(value, offset)
    return copy
  }
  expect(isWindowsProgram(program)).toBe(true)
  for (const wrong of [
    changed(0, 0),
    changed(0x3c, 0xffff),
    changed(0x3c, 0),
    changed(at, 0),
    changed(at + 6, 0),
    changed(at + 22, 0x2022),
    changed(at + 22, 0x20),
    changed(at + 24, 0x107),
    Buffer.alloc(0),
  ])
    expect(isWindowsProgram(wrong)).toBe(false)
})
