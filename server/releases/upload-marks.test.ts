import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { staffReleases } from '#contract/staff-releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { slotPattern } from './slots.ts'
import { pipeline } from './testing/pipeline.ts'
import { signedProgram } from './testing/signed-program.ts'
import { sha256Of } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { admin: true })
const { upload } = await pipeline(shop)

const list = async () => (await shop.call(staffReleases.list, { query: {} }, staff)).body.releases

/** Creates pairs and appends their first strings to a program, 20 bytes apart. */
function withPairs(version: string, count: number) {
  const strings = Array.from({ length: count }, () => [randomBytes(10), randomBytes(10)] as const)
  const parts = strings.flatMap(([a]) => [randomBytes(10), a])
  const declared = strings.map((pair) => ({ hex: pair.map((one) => one.toString('hex')) }))
  const file: Buffer = Buffer.concat([demoProgram(version), ...parts, randomBytes(64)])
  return { file, declared }
}

function declare(version: string, declared: unknown, file: Buffer, query = {}) {
  const text = Buffer.from(typeof declared === 'string' ? declared : JSON.stringify(declared))
  const body = Buffer.concat([text, file])
  const about = { alternatives: String(text.length), sha256: sha256Of(file) }
  return upload(version, body, {}, { ...about, ...query })
}

test('a release has the alternatives that are declared before its file', async () => {
  const { file, declared } = withPairs('7.0.0', 64)
  const { status, body } = await declare('7.0.0', declared, file)
  expect([status, body]).toMatchObject([
    201,
    { alternatives: 64, slots: 4, signed: false, size: file.length },
  ])
  expect(body.sha256).toBe(sha256Of(file))
  const twice = Buffer.concat([demoProgram('7'), Buffer.from('Loading… Loading… ')])
  const text = [{ text: ['Loading…', 'Loading:.'.padEnd(10, '.')], times: 2 }]
  expect((await declare('7.0.1', text, twice)).body).toMatchObject({ alternatives: 1 })
})

test('alternatives that do not fit the file are refused with a sentence that names the pair', async () => {
  const before = await list()
  const { file, declared } = withPairs('7.1.0', 3)
  const [first, second] = declared.map(({ hex }) => hex as [string, string])
  const slot = file.indexOf(slotPattern)
  const refused = async (pairs: unknown, of: Buffer = file, query = {}) => {
    const { status, body } = await declare('7.1.0', pairs, of, query)
    expect([status, body.code]).toEqual([422, 'alternatives'])
    return body.detail as string
  }
  const pair = (at: number, length = 10) => ({
    hex: [file.toString('hex', at, at + length), randomBytes(length).toString('hex')],
  })
  expect(await refused('no JSON')).toContain('It is a list in JSON')
  expect(await refused([{ hex: first!, times: 0 }])).toContain('Pair 1 is none')
  expect(await refused([{ hex: ['00', '1'] }])).toContain('Pair 1: hex is')
  expect(await refused([{ text: ['a string', 'another string'] }])).toContain(
    'Pair 1: its strings have 8 and 14 bytes, and must be equally long',
  )
  expect(await refused([{ text: ['short', 'brief'] }])).toContain('can have 8 to 64')
  expect(await refused([{ hex: [first![0], first![0]] }])).toContain('are the same')
  expect(await refused([{ hex: first }, { hex: first }])).toContain('Pair 2 has a string of pair 1')
  expect(await refused([{ text: ['not in there', 'nor is this!'] }])).toContain(
    'The first string of pair 1 is not in the file',
  )
  expect(await refused([{ hex: first, times: 2 }])).toContain('once, and 2 times is declared')
  expect(
    await refused([...declared], Buffer.concat([file, Buffer.from(first![0], 'hex')])),
  ).toContain('The first string of pair 1 is in the file more often than once')
  expect(
    await refused([...declared], Buffer.concat([file, Buffer.from(second![1], 'hex')])),
  ).toContain('The second string of pair 2 is in the file too')
  const at = demoProgram('7.1.0').length + 15
  expect(await refused([{ hex: first }, pair(at)])).toContain('Pair 2 overlaps pair 1')
  expect(await refused([pair(slot + 40, 30)])).toContain('Pair 1 overlaps slot 1')
  expect(await refused([pair(0x80, 20)])).toContain('Pair 1 overlaps the headers of the program')
  expect(await refused(declared, signedProgram(file))).toContain('The program is signed')
  const product = String(await addProduct(shop.db))
  expect(await refused(declared, file, { product })).toContain('same file for everybody')
  expect(await list()).toEqual(before)
})

test('a release that is signed is marked at its tail only, or refused', async () => {
  const signed = signedProgram(demoProgram('7.2.0'))
  expect((await upload('7.2.0', signed)).body).toMatchObject({ signed: true, slots: 0 })
  const followed = Buffer.concat([signed, Buffer.from('more')])
  expect((await upload('7.2.1', followed)).body.code).toBe('signed_otherwise')
})
