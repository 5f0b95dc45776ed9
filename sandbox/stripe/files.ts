import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import type { Table } from '../store.ts'
import { invalidRequest } from './errors.ts'
import { type Remembered, readIdempotent } from './idempotency.ts'
import type { World } from './world.ts'

/** Maximum size of an evidence file. */
const most = 5 * 1024 * 1024
const types: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/**
 * Accepts files for disputes, as `files.stripe.com` does. Stores only the type and size of each.
 */
export function takeFiles(app: FastifyInstance, world: World, remembered: Table<Remembered>) {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/files', async ({ headers, body }) => {
    const key = headers['idempotency-key']
    const type = headers['content-type'] ?? ''
    const form = await new Response(body as Buffer<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw invalidRequest('Missing required param: file.')
    const content = Buffer.from(await file.arrayBuffer())
    const request = createHash('sha256')
      .update(`${file.name} ${form.get('purpose')} `)
      .update(content)
      .digest('hex')
    const before = typeof key === 'string' && readIdempotent(remembered, key, request)
    if (before) return before.answer
    if (form.get('purpose') !== 'dispute_evidence')
      throw invalidRequest('Invalid purpose: must be dispute_evidence')
    if (!types[file.type] || file.size > most)
      throw invalidRequest('Evidence is a PDF, a JPEG or a PNG of at most 5 MB')
    const kept: Stripe.File = {
      id: objectId('file'),
      object: 'file',
      created: unixNow(),
      expires_at: null,
      filename: file.name,
      links: null,
      purpose: 'dispute_evidence',
      size: file.size,
      title: null,
      type: types[file.type]!,
      url: null,
    }
    world.files.put(kept.id, kept)
    if (typeof key === 'string') remembered.put(key, { request, answer: kept })
    return kept
  })
}
