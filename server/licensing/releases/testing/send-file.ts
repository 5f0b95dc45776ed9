import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { releaseUploads } from '#contract/licensing/release-uploads.ts'

type Sending = { cookie: string; bytes: Buffer; version: string }

/** Sends a file in one part, and returns the upload, which can become a release. */
export async function sendFile(app: FastifyInstance, { cookie, bytes, version }: Sending) {
  const headers = { cookie, 'tus-resumable': '1.0.0' }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const url = `/api${releaseUploads.begin.path}`
  const begun = await app.inject({
    method: 'POST',
    url,
    query: { file_name: 'release.exe', sha256, version },
    headers: { ...headers, 'upload-length': String(bytes.length) },
  })
  const upload = String(begun.headers.location)
  const sent = await app.inject({
    method: 'PATCH',
    url: url + upload,
    headers: { ...headers, 'content-type': releaseUploads.send.consumes, 'upload-offset': '0' },
    payload: bytes,
  })
  if (sent.statusCode !== 204) throw new Error(`Not sent: ${begun.body}${sent.body}`)
  return upload
}
