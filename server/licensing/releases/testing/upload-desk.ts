import { createHash, randomBytes } from 'node:crypto'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { releaseUploads } from '#contract/licensing/release-uploads.ts'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { everyFile } from '#server/adapters/storage/storage.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'

type Person = Awaited<ReturnType<typeof signIn>>
export type File = {
  bytes: Buffer
  version?: string
  sha256?: string
  length?: number
  product?: number
}

export const tus = { 'tus-resumable': '1.0.0' }
export const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Creates a unique program. */
export const newProgram = (more: number) => Buffer.concat([demoProgram('1'), randomBytes(more)])

/** Uploads in parts, as the page for staff does. */
export function uploadDesk(shop: TestShop) {
  const { storage } = shop.shop
  let patch = 0
  const newVersion = () => `1.0.${++patch}`
  const newStaff = () => signIn(shop.app, { admin: true })

  async function begin(person: Person, { bytes, ...about }: File) {
    const { version = newVersion(), sha256 = sha256Of(bytes), length = bytes.length } = about
    const product = about.product && { product: String(about.product) }
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/admin/loader/uploads/',
      query: { file_name: 'loader 1.exe', sha256, version, ...product },
      headers: { ...tus, cookie: person.cookie, 'upload-length': String(length) },
    })
    const code = answer.body && answer.json().code
    return { status: answer.statusCode, code, id: String(answer.headers.location), version }
  }

  async function send(person: Person, id: string, offset: number, payload: Buffer | Readable) {
    const answer = await shop.app.inject({
      method: 'PATCH',
      url: `/api/admin/loader/uploads/${id}`,
      headers: {
        ...tus,
        cookie: person.cookie,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      payload,
    })
    const code = answer.body ? answer.json().code : undefined
    return { status: answer.statusCode, code, offset: Number(answer.headers['upload-offset']) }
  }

  async function offsetOf(person: Person, id: string) {
    const answer = await shop.app.inject({
      method: 'HEAD',
      url: `/api/admin/loader/uploads/${id}`,
      headers: { ...tus, cookie: person.cookie },
    })
    const { 'upload-offset': offset, 'upload-length': length } = answer.headers
    return answer.statusCode === 200 ? [Number(offset), Number(length)] : answer.statusCode
  }

  const discard = async (person: Person, id: string) =>
    (
      await shop.app.inject({
        method: 'DELETE',
        url: `/api/admin/loader/uploads/${id}`,
        headers: { ...tus, cookie: person.cookie },
      })
    ).statusCode

  const take = (person: Person, upload: string, version: string, more = {}) =>
    shop.call(staffReleases.add, { body: { upload, version, ...more } }, person)

  const unfinished = async (person: Person) =>
    (await shop.call(releaseUploads.list, {}, person)).body.uploads

  async function filesOf(id: string) {
    const found: string[] = []
    for await (const { key } of everyFile(storage, `uploads/${id}/`)) found.push(key)
    return found
  }

  async function eventsOf(version: string) {
    const { rows } = await sql`
      select from events where type = 'release.uploaded' and data->>'version' = ${version}`.execute(
      shop.db,
    )
    return rows.length
  }

  return {
    newVersion,
    newStaff,
    begin,
    send,
    offsetOf,
    discard,
    take,
    unfinished,
    filesOf,
    eventsOf,
  }
}

/** Sends only the beginning of a part. When it returns, the bytes are on their way to the file. */
export async function beginPart(
  shop: TestShop,
  path: string,
  { headers, at, length, bytes }: Part,
): Promise<Socket> {
  const { port } = shop.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const head = {
    host: `127.0.0.1:${port}`,
    ...tus,
    ...headers,
    'upload-offset': at,
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
  const { storage } = shop.shop
  const { put } = storage
  let arrived = 0
  storage.put = (key, body, about) => {
    storage.put = put
    async function* counted() {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        arrived += chunk.length
        yield chunk
      }
    }
    return put(key, counted(), about)
  }
  socket.write([`PATCH /api${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.write(bytes)
  await expect.poll(() => arrived).toBe(bytes.length)
  return socket
}

type Part = { headers: Record<string, string>; at: number; length: number; bytes: Buffer }

/** Creates a body whose sender disconnects in the middle. */
export function cutOff(sent: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield sent
      await delay(5)
      throw new Error('cut')
    })(),
    { objectMode: false },
  )
}
