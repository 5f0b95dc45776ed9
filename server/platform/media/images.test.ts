import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileStorage } from '#server/adapters/storage/files.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { pictureOf, storeImage } from './images.ts'
import { imageRoutes } from './images-routes.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let folder: string
let storage: Storage

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, 4)
  folder = await mkdtemp(join(tmpdir(), 'loadout-images-'))
  storage = await openFileStorage(folder)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

const master = (background: string, width = 700) =>
  sharp({ create: { width, height: 350, channels: 3, background } })
    .png()
    .toBuffer()

const row = (id: number) =>
  db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function countRows() {
  const { count } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the names of the stored files. The folder does not exist before the first one. */
const files = () => readdir(join(folder, 'images')).catch((): string[] => [])

describe('storing an image', () => {
  it('stores the same bytes once, also in concurrent requests', async () => {
    const before = await files()
    const bytes = await master('#204060')
    const ids = await Promise.all([1, 2, 3].map(() => storeImage(db, storage, bytes)))
    ids.push(await storeImage(db, storage, bytes))
    expect(new Set(ids).size).toBe(1)
    expect(await row(ids[0]!)).toMatchObject({
      width: 700,
      height: 350,
      widths: [320, 480, 640, 700],
    })
    expect((await files()).filter((name) => !before.includes(name))).toHaveLength(8)
  })

  it('leaves neither row nor file of a refused image', async () => {
    const kept = async () => [await countRows(), await files()]
    const before = await kept()
    await expect(storeImage(db, storage, Buffer.from('<svg/>'))).rejects.toMatchObject({
      status: 422,
    })
    expect(await kept()).toEqual(before)
  })

  it('describes the image for a page', () => {
    const hash = '0123456789abcdef0123456789abcdef'
    const image = { hash, width: 700, height: 350, color: '#204060', widths: [320, 640, 700] }
    expect(pictureOf(image)).toEqual({
      src: `/images/${hash}-640.webp`,
      avif: `/images/${hash}-320.avif 320w, /images/${hash}-640.avif 640w, /images/${hash}-700.avif 700w`,
      webp: `/images/${hash}-320.webp 320w, /images/${hash}-640.webp 640w, /images/${hash}-700.webp 700w`,
      width: 700,
      height: 350,
      color: '#204060',
    })
    expect(pictureOf({ ...image, widths: [200] }).src).toBe(`/images/${hash}-200.webp`)
  })
})

describe('serving an image', () => {
  async function serve() {
    const app = fastify()
    app.decorate('shop', { storage } as FastifyInstance['shop'])
    app.decorate('limits', { render: async () => {}, forge: async () => {} })
    imageRoutes(app)
    await app.ready()
    return app
  }

  it('sends every source that a page names, cacheable forever', async () => {
    const app = await serve()
    const picture = pictureOf(
      await row(await storeImage(db, storage, await master('#402060', 330))),
    )
    for (const [sources, type] of [
      [picture.avif, 'image/avif'],
      [picture.webp, 'image/webp'],
    ] as const) {
      for (const source of sources.split(', ')) {
        const [url, width] = source.split(' ') as [string, string]
        const answer = await app.inject({ url })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-type']).toBe(type)
        expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
        expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
        expect(`${(await sharp(answer.rawPayload).metadata()).width}w`).toBe(width)
        const again = await app.inject({ url, headers: { 'if-none-match': answer.headers.etag } })
        expect([again.statusCode, again.body]).toEqual([304, ''])
      }
    }
  })

  it.each([
    `${'0'.repeat(32)}-320.avif`,
    'x.avif',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fkeys%2floader-ed25519.pem',
    `${'0'.repeat(32)}-320.svg`,
  ])('does not find %s', async (file) => {
    const answer = await (await serve()).inject({ url: `/images/${file}` })
    expect(answer.statusCode).toBe(404)
  })
})
