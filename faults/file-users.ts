import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pipelineUploads } from '#contract/licensing/release-uploads.ts'
import { pipelineReleases, staffReleases } from '#contract/licensing/staff-releases.ts'
import { demoProgram } from '#demo/loader/program.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { subscribe } from '#server/licensing/loader/testing/subscriber.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import type { Answered } from './callers.ts'
import { onDatabase } from './orders.ts'

const customers = 4
/** More than one part of an upload to a bucket, in bytes. */
const weight = 9_000_000
/** The chunk size of the pipeline with tus, in bytes. */
const piece = 3_000_000

type Caller = { cookie: string } | { authorization: string }
type Asked = { method: string; path: string; headers: Record<string, string>; body?: Buffer }

/**
 * Starts a pipeline that uploads loader releases, alternating between one request and tus, and
 * retries each until it is accepted. Customers request their loader builds and download them.
 */
export async function startUsingFiles(shop: RunningShop, databaseUrl: string) {
  const people = await onDatabase(databaseUrl, async (db) => {
    const crowd = await signInMany(db, customers + 1)
    await sql`update users set admin = true where id = ${crowd[0]!.id}`.execute(db)
    for (const { id } of crowd.slice(1)) await subscribe(db, id)
    const key = await createApiKey(db, 'faults', ['upload_releases'])
    return { key, cookies: crowd.map(({ token }) => `session=${token}`) }
  })
  const [staff, ...buyers] = people.cookies as [string, ...string[]]
  const answers: Answered[] = []
  const published: string[] = []
  let downloads = 0
  let stopped = false
  let uploading = false

  function ask(kind: string, method: string, path: string, caller: Caller, body?: Buffer) {
    const headers = { ...caller, ...(body && { 'content-type': 'application/octet-stream' }) }
    return askWith(kind, { method, path, headers, ...(body && { body }) })
  }

  async function askWith(kind: string, { method, path, headers, body }: Asked) {
    const began = performance.now()
    const answer = await fetch(`${shop.url}/api${path}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(120_000),
    })
      .then(async (got) => ({
        status: got.status,
        headers: got.headers,
        body: Buffer.from(await got.arrayBuffer()),
      }))
      // The error may also occur in the middle of a download.
      .catch((error: Error) => ({
        status: error.name === 'TimeoutError' ? ('hung' as const) : ('reset' as const),
        headers: new Headers(),
        body: Buffer.alloc(0),
      }))
    const text = answer.body.length < 10_000 ? answer.body.toString() : ''
    answers.push({ kind, status: answer.status, ms: performance.now() - began, body: text })
    return { ...answer, text }
  }

  function send(version: string, program: Buffer) {
    const sha256 = createHash('sha256').update(program).digest('hex')
    const path = `${pipelineReleases.add.path}?version=${version}&sha256=${sha256}`
    return ask('upload', 'POST', path, { authorization: `Bearer ${people.key}` }, program)
  }

  /**
   * The same with tus: chunks that have arrived are not sent again. The result is that of `send`.
   */
  async function sendByTus(version: string, program: Buffer) {
    const sha256 = createHash('sha256').update(program).digest('hex')
    const headers = { authorization: `Bearer ${people.key}`, 'tus-resumable': '1.0.0' }
    const begun = await askWith('upload', {
      method: pipelineUploads.begin.method,
      path: `${pipelineUploads.begin.path}?file_name=loader.exe&version=${version}&sha256=${sha256}`,
      headers: { ...headers, 'upload-length': String(program.length) },
    })
    const id = begun.headers.get('location')
    if (!id) return begun
    const path = pipelineUploads.send.path.replace('{id}', id)
    const found = await askWith('upload', { method: 'HEAD', path, headers })
    let offset = Number(found.headers.get('upload-offset') ?? Number.NaN)
    while (offset < program.length) {
      const sent = await askWith('upload', {
        method: pipelineUploads.send.method,
        path,
        headers: {
          ...headers,
          'content-type': pipelineUploads.send.consumes,
          'upload-offset': String(offset),
        },
        body: program.subarray(offset, offset + piece),
      })
      if (sent.status !== 204) return sent
      offset = Number(sent.headers.get('upload-offset'))
    }
    if (Number.isNaN(offset)) return found
    return askWith('upload', {
      method: pipelineUploads.take.method,
      path: pipelineUploads.take.path.replace('{id}', id),
      headers: { authorization: headers.authorization, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ version })),
    })
  }

  async function upload() {
    for (let n = 1; !stopped; n += 1) {
      const version = `9.0.${n}`
      const program = Buffer.concat([demoProgram(version), Buffer.alloc(weight, n)])
      while (!stopped) {
        uploading = true
        const { status, text } = await (n % 2 ? send : sendByTus)(version, program)
        uploading = false
        if (status === 201) published.push(version)
        if (status === 201) await promote(text)
        await delay(status === 201 ? 2500 : 1000)
        if (status === 201) break
      }
    }
  }

  /** Offers an acknowledged upload to customers. */
  async function promote(uploaded: string) {
    const { id } = JSON.parse(uploaded) as { id: number }
    const path = staffReleases.promote.path.replace('{id}', String(id))
    await fetch(`${shop.url}/api${path}`, {
      method: staffReleases.promote.method,
      headers: { cookie: staff, 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => {})
  }

  async function fetchLoader(cookie: string) {
    while (!stopped) {
      await ask('loader', 'POST', '/loader/', { cookie })
      for (;;) {
        await delay(300)
        const { status, text } = await ask('status', 'GET', '/loader/', { cookie })
        if (stopped || (status === 200 && JSON.parse(text)?.status !== 'building')) break
      }
      const { status, body } = await ask('download', 'GET', '/loader/?download=1', { cookie })
      if (status === 200 && body.length > weight) downloads += 1
    }
  }

  // The first release is uploaded before any customer requests a loader.
  const first = Buffer.concat([demoProgram('9.0.0'), Buffer.alloc(weight)])
  const { status, text } = await send('9.0.0', first)
  if (status !== 201) throw new Error(`No release could be uploaded: ${status} ${text}`)
  published.push('9.0.0')
  await promote(text)
  const using = [upload(), ...buyers.map(fetchLoader)]
  return {
    published: published as readonly string[],
    /** Whether a pipeline is waiting for the response to an upload. */
    uploading: () => uploading,
    downloads: () => downloads,
    async stop(): Promise<Answered[]> {
      stopped = true
      await Promise.all(using)
      return answers
    },
  }
}
