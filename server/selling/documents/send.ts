import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { answered } from '#server/kernel/http/mount.ts'
import type { DocumentFile } from './file.ts'

// Chrome also applies this policy to its PDF viewer, so `default-src 'none'` or `sandbox` would
// block the PDF (crbug.com/271452). The viewer isolates the PDF, so only framing is forbidden.
const policy = "frame-ancestors 'none'"

export function sendPdf(reply: FastifyReply, { name, pdf }: DocumentFile): typeof answered {
  reply
    .type('application/pdf')
    .header('content-disposition', create(`${name}.pdf`, { type: 'inline' }))
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(pdf)
  return answered
}
