import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { beginPart, cutOff, newProgram, sha256Of, uploadDesk } from './testing/upload-desk.ts'

const shop = await fileFixture(openTestShop())
const { storage } = shop.shop
const { newStaff, begin, send, offsetOf, take } = uploadDesk(shop)

test('parts in any order, repeated or cut off make up the file or are refused', async () => {
  const staff = await newStaff()
  const product = await addProduct(shop.db)
  const step = fc.record({
    at: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: -40, max: 40 })),
    size: fc.integer({ min: 1, max: 400 }),
    kind: fc.constantFrom('whole', 'twice', 'cut'),
  })
  const property = fc.asyncProperty(
    fc.uint8Array({ minLength: 1, maxLength: 1000 }),
    fc.array(step, { maxLength: 8 }),
    async (raw, steps) => {
      const bytes = Buffer.from(raw)
      const { id, version } = await begin(staff, { bytes, product })
      let there = 0
      for (const { at, size, kind } of steps) {
        const offset = Math.max(0, there + at)
        const part = bytes.subarray(offset, offset + size)
        if (part.length === 0) continue
        const body = () =>
          kind === 'cut' ? cutOff(part.subarray(0, part.length >> 1)) : Buffer.from(part)
        const times = kind === 'twice' ? [1, 2] : [1]
        await Promise.allSettled(times.map(() => send(staff, id, offset, body())))
        const before = there
        there = ((await offsetOf(staff, id)) as [number, number])[0]
        if (offset !== before) expect(there).toBe(before)
        else if (kind !== 'cut') expect(there).toBe(before + part.length)
      }
      if (there < bytes.length) await send(staff, id, there, bytes.subarray(there))
      const taken = await take(staff, id, version, { product })
      expect([taken.status, taken.body.sha256]).toEqual([201, sha256Of(bytes)])
    },
  )
  await fc.assert(property, { numRuns: 25 })
})

test('stores the data that arrived before the connection broke', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const staff = await newStaff()
  const bytes = newProgram(200_000)
  const { id, version } = await begin(staff, { bytes })
  const path = `/admin/loader/uploads/${id}`
  const headers = { cookie: staff.cookie }
  const first = { headers, at: 0, length: bytes.length, bytes: bytes.subarray(0, 120_000) }
  const socket = await beginPart(shop, path, first)
  socket.destroy()
  await expect
    .poll(async () => (await offsetOf(staff, id)) as number[])
    .toEqual([120_000, bytes.length])
  // The next request ends a hanging one, and the bytes that it sent are stored.
  const next = { headers, at: 120_000, length: 1000, bytes: bytes.subarray(120_000, 120_500) }
  const hanging = await beginPart(shop, path, next)
  expect(await offsetOf(staff, id)).toEqual([120_500, bytes.length])
  hanging.destroy()
  await send(staff, id, 120_500, bytes.subarray(120_500))
  expect((await take(staff, id, version)).body.sha256).toBe(sha256Of(bytes))
})

test('a full disk keeps the earlier parts, and the upload continues later', async () => {
  const staff = await newStaff()
  const bytes = newProgram(10_000)
  const { id, version } = await begin(staff, { bytes })
  await send(staff, id, 0, bytes.subarray(0, 5000))
  const { put } = storage
  storage.put = async (_key, body) => {
    for await (const _ of body as AsyncIterable<Uint8Array>) break
    throw new FilesTrouble('Full', { full: true })
  }
  const full = await send(staff, id, 5000, bytes.subarray(5000))
  storage.put = put
  expect([full.status, full.code]).toEqual([507, 'files_full'])
  expect(await offsetOf(staff, id)).toEqual([5000, bytes.length])
  await send(staff, id, 5000, bytes.subarray(5000))
  expect((await take(staff, id, version)).status).toBe(201)
})
