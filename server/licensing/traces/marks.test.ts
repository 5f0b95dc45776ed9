import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { demoProgram } from '#demo/loader/program.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { readStamp } from '#server/licensing/loader/stamp.ts'
import {
  authenticodeHash,
  signedProgram,
} from '#server/licensing/releases/testing/signed-program.ts'
import { tracing } from './testing/tracing.ts'

const shop = await fileFixture(openTestShop())
const { db } = shop
const { offer, issue, trace } = await tracing(shop)

test('traces a copy of a signed release only by the block in its signature', async () => {
  const file = signedProgram(demoProgram('9.0.0'))
  await offer('9.0.0', file)
  const { user, row, file: copy } = await issue()
  expect(authenticodeHash(copy)).toBe(authenticodeHash(file))
  expect((await trace(copy)).body).toMatchObject({
    verdict: 'certain',
    copies: [{ build: row.id, tail: true, slots: 0, of_slots: 0, customer: { uid: user.id } }],
  })
  const patched = Buffer.from(copy)
  patched[700] = patched[700]! ^ 1
  expect((await trace(patched)).body).toMatchObject({
    verdict: 'changed',
    copies: [{ build: row.id, customer: { uid: user.id } }],
  })
  expect((await trace(file)).body).toMatchObject({
    verdict: 'release',
    release: { version: '9.0.0', signed: true, slots: 0 },
  })
})

test('finds blocks behind false ones, and reports what was not checked', async () => {
  const { row, file } = await issue()
  const release = randomBytes(500)
  const block = file.subarray(file.length - readStamp(file)!.size)
  const forged = (number: number) => {
    const bytes = Buffer.from(block)
    bytes.writeUInt32LE(number, bytes.length - 84)
    return bytes
  }
  const many = (count: number) => Array.from({ length: count }, (_, number) => forged(number))
  const behind = await trace(Buffer.concat([release, ...many(3000), block, release]))
  expect(behind.body).toMatchObject({
    ...{ verdict: 'changed', copies: [{ build: row.id }] },
    unchecked: { blocks: 0 },
  })
  // Repetitions of the same block are checked only once.
  const same = Array<Buffer>(20_000).fill(forged(1))
  expect((await trace(Buffer.concat([...same, block, release]))).body.verdict).toBe('changed')
  const stuffed = await trace(Buffer.concat([release, ...many(10_005), block, release]))
  expect(stuffed.body).toMatchObject({ verdict: 'unknown', unchecked: { blocks: 6 } })
})

test('a file full of false blocks and slots takes no longer to trace', async () => {
  const id = await offer('11.0.0', demoProgram('11.0.0'))
  const { slots } = await db
    .selectFrom('loader_releases')
    .select('slots')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { row, file } = await issue()
  const slot = file.subarray(slots[0]!, slots[0]! + 64)
  // Every copy of the release has these 16 bytes.
  const place = slot.subarray(0, 16)
  const falseSlots = (count: number) =>
    Array.from({ length: count }, () => Buffer.concat([place, randomBytes(48)]))
  const before = await trace(Buffer.concat([...falseSlots(9000), slot]))
  expect(before.body).toMatchObject({
    ...{ verdict: 'strong', copies: [{ build: row.id, slots: 1 }] },
    unchecked: { slots: 0 },
  })
  const stuffed = await trace(Buffer.concat([...falseSlots(10_002), slot]))
  expect(stuffed.body).toMatchObject({
    ...{ verdict: 'release', release: { version: '11.0.0' }, copies: [] },
    unchecked: { blocks: 0, slots: 3 },
  })
  // The same bytes are checked only once, wherever they are.
  const same = await trace(Buffer.concat([Buffer.alloc(2 ** 20, place), slot]))
  expect(same.body).toMatchObject({ verdict: 'strong', unchecked: { slots: 0 } })

  // The block is not JSON, although its trailer names the shop's key.
  const noStamp = (number: number) => {
    const bytes = Buffer.from(file.subarray(-84 - 8))
    bytes.writeUInt32LE(number)
    bytes.writeUInt32LE(8, bytes.length - 12)
    return bytes
  }
  const blocks = Array.from({ length: 10_004 }, (_, number) => noStamp(number))
  expect((await trace(Buffer.concat(blocks))).body).toMatchObject({ unchecked: { blocks: 4 } })
})
